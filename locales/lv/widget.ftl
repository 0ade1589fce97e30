### Widgets on other people's pages.

## The button
widget-button-idle = Vēl nav atvērts
widget-button-prequeue = Stāties sākotnējā rindā
widget-button-queue = Stāties rindā
widget-button-postqueue = Slēgts

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Laiks līdz sākumam:
widget-countdown-less-than-a-minute = mazāk par minūti
widget-countdown-started = Ir sācies
widget-countdown-ended = Ir beidzies

## The status
widget-status-waiting =
    { $people ->
        [zero] Rindā ir { $people } cilvēku
        [one] Rindā ir { $people } cilvēks
       *[other] Rindā ir { $people } cilvēki
    }
widget-status-nobody = Rindā neviena nav
widget-status-wait = Paredzamais gaidīšanas laiks: { $wait }
widget-status-paused = Rinda ir apturēta
