### Widgets on other people's pages.

## The button
widget-button-idle = Noch nicht geöffnet
widget-button-prequeue = An der Auslosung teilnehmen
widget-button-queue = Anstellen
widget-button-postqueue = Geschlossen

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Zeit bis zum Beginn:
widget-countdown-less-than-a-minute = weniger als eine Minute
widget-countdown-started = Es hat begonnen
widget-countdown-ended = Es ist vorbei

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } Person ist in der Warteschlange
       *[other] { $people } Personen sind in der Warteschlange
    }
widget-status-nobody = Niemand ist in der Warteschlange
widget-status-wait = Voraussichtliche Wartezeit: { $wait }
widget-status-paused = Die Warteschlange steht gerade still
