### Widgets on other people's pages.

## The button
widget-button-idle = لم تُفتح بعد
widget-button-prequeue = المشاركة في القرعة
widget-button-queue = الانضمام إلى الطابور
widget-button-postqueue = مغلقة

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = الوقت المتبقي حتى البداية:
widget-countdown-less-than-a-minute = أقل من دقيقة
widget-countdown-started = لقد بدأ
widget-countdown-ended = انتهى

## The status
widget-status-waiting =
    { $people ->
        [zero] لا أحد في الطابور
        [one] في الطابور شخص واحد
        [two] في الطابور شخصان
        [few] في الطابور { $people } أشخاص
        [many] في الطابور { $people } شخصًا
       *[other] في الطابور { $people } شخص
    }
widget-status-nobody = لا أحد في الطابور
widget-status-wait = مدة الانتظار المتوقعة: { $wait }
widget-status-paused = الطابور متوقف مؤقتًا
