### Widgets on other people's pages.

## The button
widget-button-idle = Encara no és obert
widget-button-prequeue = Entra a la cua prèvia
widget-button-queue = Entra a la cua
widget-button-postqueue = Tancat

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Temps fins a l’inici:
widget-countdown-less-than-a-minute = menys d’un minut
widget-countdown-started = Ja ha començat
widget-countdown-ended = Ja s’ha acabat

## The status
widget-status-waiting =
    { $people ->
        [one] Hi ha { $people } persona a la cua
        [many] Hi ha { $people } de persones a la cua
       *[other] Hi ha { $people } persones a la cua
    }
widget-status-nobody = No hi ha ningú a la cua
widget-status-wait = Espera estimada: { $wait }
widget-status-paused = La cua està en pausa
