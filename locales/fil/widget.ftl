### Widgets on other people's pages.

## The button
widget-button-idle = Hindi pa bukas
widget-button-prequeue = Sumali sa paunang pila
widget-button-queue = Pumila
widget-button-postqueue = Sarado

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Oras bago magsimula:
widget-countdown-less-than-a-minute = wala pang isang minuto
widget-countdown-started = Nagsimula na
widget-countdown-ended = Tapos na

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } tao ang nasa pila
       *[other] { $people } tao ang nasa pila
    }
widget-status-nobody = Walang tao sa pila
widget-status-wait = Tinatayang paghihintay: { $wait }
widget-status-paused = Nakahinto ang pila
