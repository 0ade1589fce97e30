### Widgets on other people's pages.

## The button
widget-button-idle = Aínda sen abrir
widget-button-prequeue = Entrar na precola
widget-button-queue = Poñerse na cola
widget-button-postqueue = Pechada

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tempo ata o comezo:
widget-countdown-less-than-a-minute = menos dun minuto
widget-countdown-started = Xa comezou
widget-countdown-ended = Xa rematou

## The status
widget-status-waiting =
    { $people ->
        [one] Hai { $people } persoa na cola
        [many] Hai { $people } persoas na cola
       *[other] Hai { $people } persoas na cola
    }
widget-status-nobody = Non hai ninguén na cola
widget-status-wait = Espera estimada: { $wait }
widget-status-paused = A cola está en pausa
