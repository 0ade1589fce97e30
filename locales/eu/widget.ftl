### Widgets on other people's pages.

## The button
widget-button-idle = Oraindik itxita
widget-button-prequeue = Sartu aurreilaran
widget-button-queue = Jarri ilaran
widget-button-postqueue = Itxita

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Hasi arteko denbora:
widget-countdown-less-than-a-minute = minutu bat baino gutxiago
widget-countdown-started = Hasi da
widget-countdown-ended = Amaitu da

## The status
widget-status-waiting =
    { $people ->
        [one] Pertsona { $people } dago ilaran
       *[other] { $people } pertsona daude ilaran
    }
widget-status-nobody = Ez dago inor ilaran
widget-status-wait = Itxaronaldiaren estimazioa: { $wait }
widget-status-paused = Ilara geldirik dago
