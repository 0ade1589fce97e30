### Widgets on other people's pages.

## The button
widget-button-idle = Još nije otvoreno
widget-button-prequeue = Uđi u pripremni red
widget-button-queue = Stani u red
widget-button-postqueue = Zatvoreno

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Vrijeme do početka:
widget-countdown-less-than-a-minute = manje od minute
widget-countdown-started = Počelo je
widget-countdown-ended = Završeno je

## The status
widget-status-waiting =
    { $people ->
        [one] U redu čeka { $people } osoba
        [few] U redu čekaju { $people } osobe
       *[other] U redu čeka { $people } osoba
    }
widget-status-nobody = U redu nema nikoga
widget-status-wait = Procijenjeno čekanje: { $wait }
widget-status-paused = Red je pauziran
