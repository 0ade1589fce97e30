### Widgets on other people's pages.

## The button
widget-button-idle = Endnu ikke åbent
widget-button-prequeue = Gå med i forkøen
widget-button-queue = Stil dig i kø
widget-button-postqueue = Lukket

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tid til start:
widget-countdown-less-than-a-minute = mindre end et minut
widget-countdown-started = Det er begyndt
widget-countdown-ended = Det er slut

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } person står i kø
       *[other] { $people } personer står i kø
    }
widget-status-nobody = Ingen står i kø
widget-status-wait = Forventet ventetid: { $wait }
widget-status-paused = Køen er på pause
