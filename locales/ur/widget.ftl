### Widgets on other people's pages.

## The button
widget-button-idle = ابھی نہیں کھلی
widget-button-prequeue = ابتدائی قطار میں شامل ہوں
widget-button-queue = قطار میں شامل ہوں
widget-button-postqueue = بند

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = آغاز میں باقی وقت:
widget-countdown-less-than-a-minute = ایک منٹ سے کم
widget-countdown-started = آغاز ہو چکا ہے
widget-countdown-ended = ختم ہو چکا ہے

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } شخص قطار میں ہے
       *[other] { $people } لوگ قطار میں ہیں
    }
widget-status-nobody = قطار میں کوئی نہیں
widget-status-wait = انتظار کا متوقع وقت: { $wait }
widget-status-paused = قطار عارضی طور پر روکی گئی ہے
