### Widgets on other people's pages.

## The button
widget-button-idle = Pas encore ouvert
widget-button-prequeue = Rejoindre la pré-file
widget-button-queue = Rejoindre la file
widget-button-postqueue = Fermé

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = Temps restant avant le début :
widget-countdown-less-than-a-minute = moins d’une minute
widget-countdown-started = Cela a commencé
widget-countdown-ended = C’est terminé

## The status
widget-status-waiting =
    { $people ->
        [one] { $people } personne dans la file
        [many] { $people } personnes dans la file
       *[other] { $people } personnes dans la file
    }
widget-status-nobody = Il n’y a personne dans la file
widget-status-wait = Temps d’attente estimé : { $wait }
widget-status-paused = La file est en pause
