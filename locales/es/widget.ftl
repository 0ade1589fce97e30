### Widgets on other people's pages.

## The button
widget-button-idle = Aún no está abierta
widget-button-prequeue = Unirse a la fila previa
widget-button-queue = Unirse a la fila
widget-button-postqueue = Cerrada

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tiempo hasta el inicio:
widget-countdown-less-than-a-minute = menos de un minuto
widget-countdown-started = Ya ha empezado
widget-countdown-ended = Ya ha terminado

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } persona en la fila
        [many] { $people } personas en la fila
       *[other] { $people } personas en la fila
    }
widget-status-nobody = No hay nadie en la fila
widget-status-wait = Tiempo de espera estimado: { $wait }
widget-status-paused = La fila está en pausa
