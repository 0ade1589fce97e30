### Widgets on other people's pages.

## The button
widget-button-idle = Non ancora aperta
widget-button-prequeue = Entra nella pre-coda
widget-button-queue = Mettiti in coda
widget-button-postqueue = Chiusa

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tempo che manca all’inizio:
widget-countdown-less-than-a-minute = meno di un minuto
widget-countdown-started = È iniziato
widget-countdown-ended = È finito

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } persona in coda
        [many] { $people } persone in coda
       *[other] { $people } persone in coda
    }
widget-status-nobody = Non c’è nessuno in coda
widget-status-wait = Tempo di attesa stimato: { $wait }
widget-status-paused = La coda è in pausa
