### Widgets on other people's pages.

## The button
widget-button-idle = Nog niet open
widget-button-prequeue = Naar de voorwachtrij
widget-button-queue = In de rij gaan staan
widget-button-postqueue = Gesloten

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tijd tot de start:
widget-countdown-less-than-a-minute = minder dan een minuut
widget-countdown-started = Het is begonnen
widget-countdown-ended = Het is voorbij

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } persoon staat in de rij
       *[other] { $people } mensen staan in de rij
    }
widget-status-nobody = Er staat niemand in de rij
widget-status-wait = Geschatte wachttijd: { $wait }
widget-status-paused = De rij staat even stil
