### The waiting page: what every visitor of a room reads alike.

page-ahead-label = افراد جلوتر از شما
page-wait-label = زمان انتظار تقریبی
page-number-label = شمارهٔ شما در صف
page-progress-label = پیشروی شما در صف
page-updated-label = آخرین به‌روزرسانی
page-message-label = اطلاعیه
page-keep-open = لطفاً این صفحه را باز نگه دارید. صفحه به‌طور خودکار به‌روز می‌شود و حتی اگر آن را دوباره بارگذاری کنید یا کمی بعد برگردید، جایگاه شما حفظ می‌شود.
page-leave = خروج از صف
page-queue-id-label = شناسهٔ صف
page-offline = اتصال قطع شده است. جایگاه شما حفظ می‌شود و ما همچنان تلاش می‌کنیم.
page-online-again = اتصال دوباره برقرار شد.
page-redirecting-headline = در حال ورود هستید
page-redirecting-lead = از شکیبایی شما سپاسگزاریم. تا لحظه‌ای دیگر وارد می‌شوید.
page-redirecting-link = همین حالا وارد شوید
page-skip = پرش به جایگاه شما در صف
page-powered-by = اجراشده با Anteroom
page-about-link = این صفحه چیست؟
page-status-link = وضعیت این اتاق انتظار

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = زمان مانده تا شروع
page-prequeue-countdown-label = زمان مانده تا باز شدن پیش‌صف
# Label over a date with a time of day.
page-starts-at-label = شروع
page-keep-open-before = لطفاً این صفحه را باز نگه دارید. صفحه به‌طور خودکار به‌روز می‌شود و حتی اگر آن را دوباره بارگذاری کنید یا پیش از شروع برگردید، در قرعه‌کشی می‌مانید.
page-keep-open-idle = این صفحه به‌طور خودکار به‌روز می‌شود. لازم نیست آن را دوباره بارگذاری کنید.

## Be told when it is your turn
page-notify-heading = وقتی نوبتم شد به من اطلاع دهید
page-notify-sound = پخش صدا
page-notify-vibration = لرزش
page-notify-notification = نمایش اعلان
page-notify-denied = مرورگر شما به این صفحه اجازهٔ نمایش اعلان نمی‌دهد. می‌توانید این را در تنظیمات مرورگر تغییر دهید.

## Language and device
page-language-label = زبان
page-language-apply = تغییر زبان
page-move-link = ادامه در دستگاهی دیگر

## The draw
page-draw-heading = هنگام شروع چه می‌شود
page-draw-closing = کمی پس از شروع، پیش‌صف بسته می‌شود. هر کس دیرتر بیاید، پشت سر همهٔ کسانی که اینجا بوده‌اند به صف می‌پیوندد.
page-draw-chance = سپس برای هر کسی که در پیش‌صف است، شماره‌ای با قرعه تعیین می‌شود. شانس همه برابر است، چه زود آمده باشند چه دیر.
page-draw-number = شمارهٔ شما در همین صفحه نمایش داده می‌شود و افراد از کوچک‌ترین شماره به بعد وارد می‌شوند.
page-draw-with-beacon = یک عدد تصادفی عمومی که هیچ‌کس از پیش نمی‌تواند آن را بداند در قرعه‌کشی به کار می‌رود تا هیچ‌کس نتواند نتیجه را انتخاب کند.
page-draw-check = پس از آن هر کسی می‌تواند قرعه‌کشی را بررسی کند.
page-draw-receipt = پس از آن هر کسی می‌تواند قرعه‌کشی را بررسی کند. رسید شما ثابت می‌کند که در آن شرکت دارید؛ آن را تا آن زمان نگه دارید.
page-draw-receipt-link = دریافت رسید
page-draw-check-link = روش بررسی قرعه‌کشی
page-drawn-link = شمارهٔ شما با قرعه تعیین شد – بررسی قرعه‌کشی

## After the end
page-skip-content = پرش به محتوا
page-ended-help = برای دیدن آنچه اکنون عرضه می‌شود، لطفاً به خود وب‌سایت بروید.
page-back-to-site = بازگشت به وب‌سایت
