### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = این صفحه چیست؟
about-lead = این یک اتاق انتظار مجازی است. وقتی شمار کسانی که می‌خواهند از وب‌سایتی بازدید کنند بیش از توان پاسخ‌گویی آن باشد، اینجا با ترتیبی منصفانه منتظر می‌مانند و یکی‌یکی وارد می‌شوند.
about-how-heading = چگونه کار می‌کند
about-how-order = هر کس زودتر بیاید زودتر وارد می‌شود. اگر اتاقی در زمان معینی باز شود، همهٔ کسانی که پیش از آن آنجا هستند با قرعه‌ای که هر کسی می‌تواند بررسی کند شماره می‌گیرند.
about-how-place = تا وقتی منتظرید جایگاه شما حفظ می‌شود، حتی اگر صفحه را دوباره بارگذاری کنید، اتصال قطع شود یا مرورگر را دوباره باز کنید.
about-how-turn = وقتی نوبت شما برسد، به‌طور خودکار وارد می‌شوید. لازم نیست روی چیزی کلیک کنید و بارگذاری دوباره کار را سریع‌تر نمی‌کند.
about-privacy-heading = چه چیزی دربارهٔ شما نگهداری می‌شود
about-privacy = یک کوکی که جایگاه شما را در صف نگه می‌دارد، حداکثر برای ۷ روز. هیچ ردیابی‌ای در کار نیست و چیزی از جای دیگری بارگذاری نمی‌شود.
about-accessibility-heading = برای همه
about-accessibility = این صفحه‌ها برای کار با هر مرورگری، با صفحه‌کلید، با صفحه‌خوان، در حالت بزرگ‌نمایی و بدون اسکریپت ساخته شده‌اند.
about-what-to-do-heading = چه باید کرد
about-what-to-do = هیچ. وب‌سایت مورد نظرتان را باز کنید؛ اگر شلوغ باشد، خودش شما را به اتاق انتظارش می‌آورد.
about-source = این اتاق انتظار با Anteroom کار می‌کند که متن‌باز است.
about-status-link = وضعیت این سرویس

## How it stands
health-title = وضعیت
health-lead-good = همه چیز درست کار می‌کند.
health-lead-starting = سرویس در حال راه‌اندازی است.
health-lead-degraded = اکنون نمی‌توان جایگاه تازه‌ای در صف داد. هر کس جایگاهی دارد آن را حفظ می‌کند.
health-lead-stopping = سرویس در حال راه‌اندازی دوباره است. هر کس جایگاهی دارد آن را حفظ می‌کند.
health-rooms-heading = اتاق‌های انتظار
health-room-waiting-label = افراد در صف
health-room-outflow-label = واردشده‌ها در یک دقیقهٔ گذشته
health-room-wait-label = زمان انتظار تقریبی برای تازه‌واردان
health-room-enter = رفتن به اتاق انتظار
health-phase-idle = هنوز باز نشده
health-phase-prequeue = پیش‌صف
health-phase-queue = باز
health-phase-paused = توقف موقت
health-phase-disabled = ورود آزاد
health-phase-postqueue = بسته
health-updated = زمان این وضعیت: { $time }
