### Widgets on other people's pages.

## The button
widget-button-idle = Pole veel avatud
widget-button-prequeue = Liitu eeljärjekorraga
widget-button-queue = Liitu järjekorraga
widget-button-postqueue = Suletud

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Aega alguseni:
widget-countdown-less-than-a-minute = alla minuti
widget-countdown-started = On alanud
widget-countdown-ended = On lõppenud

## The status
widget-status-waiting =
    { $people ->
        [one] Järjekorras on { $people } inimene
       *[other] Järjekorras on { $people } inimest
    }
widget-status-nobody = Järjekorras ei ole kedagi
widget-status-wait = Hinnanguline ooteaeg: { $wait }
widget-status-paused = Järjekord on peatatud
