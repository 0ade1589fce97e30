### Widgets on other people's pages.

## The button
widget-button-idle = עדיין לא פתוח
widget-button-prequeue = הצטרפות לתור המקדים
widget-button-queue = הצטרפות לתור
widget-button-postqueue = סגור

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = זמן עד להתחלה:
widget-countdown-less-than-a-minute = פחות מדקה
widget-countdown-started = התחיל
widget-countdown-ended = הסתיים

## The status
widget-status-waiting =
    { $people ->
        [one] אדם אחד בתור
        [two] שני אנשים בתור
       *[other] { $people } אנשים בתור
    }
widget-status-nobody = אין אף אחד בתור
widget-status-wait = זמן המתנה משוער: { $wait }
widget-status-paused = התור מושהה
