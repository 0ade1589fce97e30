### Widgets on other people's pages.

## The button
widget-button-idle = هنوز باز نشده
widget-button-prequeue = پیوستن به پیش‌صف
widget-button-queue = پیوستن به صف
widget-button-postqueue = بسته

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = زمان مانده تا شروع:
widget-countdown-less-than-a-minute = کمتر از یک دقیقه
widget-countdown-started = شروع شده است
widget-countdown-ended = تمام شده است

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } نفر در صف است
       *[other] { $people } نفر در صف هستند
    }
widget-status-nobody = کسی در صف نیست
widget-status-wait = زمان انتظار تقریبی: { $wait }
widget-status-paused = صف موقتاً متوقف شده است
