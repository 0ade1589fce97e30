### Widgets on other people's pages.

## The button
widget-button-idle = Inte öppet än
widget-button-prequeue = Gå med i förkön
widget-button-queue = Ställ dig i kön
widget-button-postqueue = Stängt

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tid kvar till start:
widget-countdown-less-than-a-minute = mindre än en minut
widget-countdown-started = Det har börjat
widget-countdown-ended = Det är slut

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } person står i kö
       *[other] { $people } personer står i kö
    }
widget-status-nobody = Ingen står i kö
widget-status-wait = Beräknad väntetid: { $wait }
widget-status-paused = Kön är pausad
