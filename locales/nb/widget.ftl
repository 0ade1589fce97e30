### Widgets on other people's pages.

## The button
widget-button-idle = Ikke åpnet ennå
widget-button-prequeue = Bli med i forkøen
widget-button-queue = Still deg i kø
widget-button-postqueue = Stengt

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tid til start:
widget-countdown-less-than-a-minute = mindre enn ett minutt
widget-countdown-started = Det har begynt
widget-countdown-ended = Det er over

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } person står i kø
       *[other] { $people } personer står i kø
    }
widget-status-nobody = Ingen står i kø
widget-status-wait = Anslått ventetid: { $wait }
widget-status-paused = Køen er satt på pause
