### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } نفر جلوتر · {"\u2068"}{ $room }{"\u2069"}
status-title-waiting = شما در صف هستید · {"\u2068"}{ $room }{"\u2069"}
status-title-next = نفر بعدی شما هستید · {"\u2068"}{ $room }{"\u2069"}
status-title-first-in-line = نوبت شماست · {"\u2068"}{ $room }{"\u2069"}
status-title-paused = توقف موقت · {"\u2068"}{ $room }{"\u2069"}
status-title-sold-out = تمام شد · {"\u2068"}{ $room }{"\u2069"}
status-title-redirecting = در حال ورود · {"\u2068"}{ $room }{"\u2069"}
status-title-starts = تا شروع: { $countdown } · {"\u2068"}{ $room }{"\u2069"}
status-title-idle = هنوز باز نشده · {"\u2068"}{ $room }{"\u2069"}
status-title-prequeue = پیش از شروع · {"\u2068"}{ $room }{"\u2069"}
status-title-drawing = قرعه‌کشی شماره‌ها · {"\u2068"}{ $room }{"\u2069"}
status-title-ended = بسته · {"\u2068"}{ $room }{"\u2069"}

## Heading and the sentence under it
status-headline-in-line = شما در صف هستید
status-headline-next = نفر بعدی شما هستید
status-headline-almost = نوبت شما نزدیک است
status-headline-first-in-line = نوبت شماست
status-headline-paused = صف موقتاً متوقف شده است
status-headline-sold-out = در حال حاضر تمام شده است
status-headline-idle = هنوز شروع نشده است
status-headline-prequeue = شما در پیش‌صف هستید
status-headline-drawing = قرعه‌کشی شماره‌ها در حال انجام است
status-headline-ended = این اتاق انتظار بسته است
status-lead-in-line = وقتی نوبت شما برسد، به‌طور خودکار وارد می‌شوید.
status-lead-next = دیگر کسی جلوتر از شما نیست. به‌محض اینکه جا باز شود، شما را وارد می‌کنیم.
status-lead-almost = شما از نفرات بعدی برای ورود هستید. لطفاً در همین صفحه بمانید.
status-lead-first-in-line = لطفاً در همین صفحه بمانید. به‌محض اینکه جا باز شود، شما را وارد می‌کنیم.
status-lead-paused = در حال حاضر کسی وارد نمی‌شود. جایگاه شما حفظ می‌شود و صف به‌محض اینکه ممکن باشد پیش می‌رود.
status-lead-sold-out = اکنون چیزی باقی نمانده است و به همین دلیل کسی وارد نمی‌شود. جایگاه شما در صف حفظ می‌شود تا اگر موجودی تازه‌ای برسد از آن استفاده کنید.
status-lead-idle = هنوز جایگاهی در صف ندارید. این صفحه را باز نگه دارید: به‌محض باز شدن اتاق انتظار، برایتان جا می‌گیرد.
status-lead-prequeue = شانس همهٔ کسانی که هنگام شروع اینجا هستند برابر است: شماره‌ها با قرعه تعیین می‌شوند. فرقی نمی‌کند چه کسی زودتر آمده باشد.
status-lead-drawing = این کار چند ثانیه طول می‌کشد. به‌محض پایان قرعه‌کشی، شمارهٔ شما به‌طور خودکار نمایش داده می‌شود.
status-lead-ended = دیگر کسی وارد نمی‌شود. از توجه شما سپاسگزاریم.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } نفر جلوتر از شماست.
       *[other] { $ahead } نفر جلوتر از شما هستند.
    } زمان انتظار تقریبی: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } نفر جلوتر از شماست.
       *[other] { $ahead } نفر جلوتر از شما هستند.
    }
status-announce-wait = زمان انتظار تقریبی: { $wait }.
status-announce-next = دیگر کسی جلوتر از شما نیست. زمان انتظار تقریبی: { $wait }.
status-announce-first-in-line = نوبت شماست. به‌محض اینکه جا باز شود، شما را وارد می‌کنیم.
status-announce-paused = صف موقتاً متوقف شده است. جایگاه شما حفظ می‌شود.
status-announce-redirecting = اکنون شما را وارد می‌کنیم.
status-announce-starts = زمان مانده تا شروع: { $countdown }.
status-announce-idle = هنوز شروع نشده است. هنوز جایگاهی در صف ندارید.
status-announce-prequeue = شما در پیش‌صف هستید. شماره‌ها پس از شروع با قرعه تعیین می‌شوند.
status-announce-drawing = قرعه‌کشی شماره‌ها در حال انجام است. این کار چند ثانیه طول می‌کشد.
status-announce-ended = این اتاق انتظار بسته است.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = فعلاً مشخص نیست
status-wait-not-yet = هنوز مشخص نیست
status-wait-under-a-minute = کمتر از یک دقیقه
status-wait-over-a-day = بیش از یک روز
status-wait-about = حدود { $duration }
status-wait-up-to = حداکثر { $duration }
status-wait-between = از { $low } تا { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low } تا { $high } دقیقه
       *[other] { $low } تا { $high } دقیقه
    }
status-wait-range-hours =
    { $high ->
        [one] { $low } تا { $high } ساعت
       *[other] { $low } تا { $high } ساعت
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = حدود { $left } عدد باقی مانده است.
status-stock-few = تنها تعداد کمی باقی مانده است.

## The time to the start, under “Time until the start”
status-countdown-now = لحظه‌ای دیگر
status-countdown-under-a-minute = کمتر از یک دقیقه

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = زمان انتظار بیشتر شده است چون افراد آهسته‌تر وارد می‌شوند.
status-reason-paused = زمان انتظار بیشتر شده است چون صف موقتاً متوقف شده بود.
status-reason-more-came-back = زمان انتظار بیشتر شده است چون افرادی بیش از حد انتظار برگشته‌اند.
status-reason-store-away = زمان انتظار بیشتر شده است چون یک مشکل فنی داریم. در حال رفع آن هستیم.
status-reason-capped-by-sessions = زمان انتظار بیشتر شده است چون ظرفیت وب‌سایت پر است. با خروج دیگران، افراد تازه وارد می‌شوند.
status-reason-pool-shared = زمان انتظار بیشتر شده است چون صف دیگری هم به همین وب‌سایت می‌رسد که آن هم شلوغ است.
status-reason-autotune-slowed = زمان انتظار بیشتر شده است چون وب‌سایت اکنون کند است و افراد کمتری وارد می‌شوند.
status-reason-priority = زمان انتظار بیشتر شده است چون افراد دارای اولویت زودتر وارد می‌شوند.
status-reason-restored = زمان انتظار بیشتر شده است چون پس از یک مشکل فنی مجبور شدیم صف را بازیابی کنیم.
