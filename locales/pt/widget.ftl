### Widgets on other people's pages.

## The button
widget-button-idle = Ainda não abriu
widget-button-prequeue = Entrar na pré-fila
widget-button-queue = Entrar na fila
widget-button-postqueue = Encerrada

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Tempo até o início:
widget-countdown-less-than-a-minute = menos de um minuto
widget-countdown-started = Já começou
widget-countdown-ended = Já terminou

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } pessoa na fila
        [many] { $people } pessoas na fila
       *[other] { $people } pessoas na fila
    }
widget-status-nobody = Ninguém está na fila
widget-status-wait = Tempo estimado de espera: { $wait }
widget-status-paused = A fila está em pausa
