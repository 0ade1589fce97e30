### Widgets on other people's pages.

## The button
widget-button-idle = Še ni odprto
widget-button-prequeue = Vstopite v predhodno vrsto
widget-button-queue = Postavite se v vrsto
widget-button-postqueue = Zaprto

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Čas do začetka:
widget-countdown-less-than-a-minute = manj kot minuta
widget-countdown-started = Začelo se je
widget-countdown-ended = Končalo se je

## The status
widget-status-waiting =
    { $people ->
        [one] V vrsti je { $people } oseba
        [two] V vrsti sta { $people } osebi
        [few] V vrsti so { $people } osebe
       *[other] V vrsti je { $people } oseb
    }
widget-status-nobody = V vrsti ni nikogar
widget-status-wait = Ocenjeno čakanje: { $wait }
widget-status-paused = Vrsta je začasno ustavljena
