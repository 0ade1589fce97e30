### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } devant vous · { $room }
status-title-waiting = Vous êtes dans la file · { $room }
status-title-next = Vous êtes la prochaine personne à entrer · { $room }
status-title-first-in-line = C’est votre tour · { $room }
status-title-paused = En pause · { $room }
status-title-sold-out = Épuisé · { $room }
status-title-redirecting = Entrée en cours · { $room }
status-title-starts = Avant le début : { $countdown } · { $room }
status-title-idle = Pas encore ouvert · { $room }
status-title-prequeue = Avant le début · { $room }
status-title-drawing = Tirage des numéros en cours · { $room }
status-title-ended = Fermé · { $room }

## Heading and the sentence under it
status-headline-in-line = Vous êtes dans la file
status-headline-next = Vous êtes la prochaine personne à entrer
status-headline-almost = C’est bientôt votre tour
status-headline-first-in-line = C’est votre tour
status-headline-paused = La file est en pause
status-headline-sold-out = Épuisé pour le moment
status-headline-idle = Cela n’a pas encore commencé
status-headline-prequeue = Vous êtes dans la pré-file
status-headline-drawing = Le tirage des numéros est en cours
status-headline-ended = Cette salle d’attente est fermée
status-lead-in-line = Quand ce sera votre tour, nous vous ferons entrer automatiquement.
status-lead-next = Il n’y a plus personne devant vous. Nous vous ferons entrer dès qu’il y aura de la place.
status-lead-almost = Vous faites partie des prochaines personnes que nous ferons entrer. Veuillez rester sur cette page.
status-lead-first-in-line = Veuillez rester sur cette page. Nous vous ferons entrer dès qu’il y aura de la place.
status-lead-paused = Personne n’entre pour le moment. Vous conservez votre place dans la file, et celle-ci reprendra dès que possible.
status-lead-sold-out = Il ne reste rien pour l’instant, c’est pourquoi personne n’entre. Vous conservez votre place dans la file, au cas où il y aurait de nouvelles disponibilités.
status-lead-idle = Vous n’avez pas encore de place dans la file. Gardez cette page ouverte : elle vous en donnera une dès l’ouverture de la salle d’attente.
status-lead-prequeue = Toutes les personnes présentes au début ont les mêmes chances : les numéros sont tirés au sort. Peu importe qui est arrivé en premier.
status-lead-drawing = Cela prend quelques secondes. Votre numéro s’affichera tout seul dès que le tirage sera terminé.
status-lead-ended = Plus personne n’entre. Merci de votre intérêt.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } personne est devant vous.
        [many] { $ahead } personnes sont devant vous.
       *[other] { $ahead } personnes sont devant vous.
    } Temps d’attente estimé : { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } personne est devant vous.
        [many] { $ahead } personnes sont devant vous.
       *[other] { $ahead } personnes sont devant vous.
    }
status-announce-wait = Temps d’attente estimé : { $wait }.
status-announce-next = Il n’y a plus personne devant vous. Temps d’attente estimé : { $wait }.
status-announce-first-in-line = C’est votre tour. Nous vous ferons entrer dès qu’il y aura de la place.
status-announce-paused = La file est en pause. Vous y conservez votre place.
status-announce-redirecting = Nous vous faisons entrer maintenant.
status-announce-starts = Temps restant avant le début : { $countdown }.
status-announce-idle = Cela n’a pas encore commencé. Vous n’avez pas encore de place dans la file.
status-announce-prequeue = Vous êtes dans la pré-file. Les numéros seront tirés au sort après le début.
status-announce-drawing = Le tirage des numéros est en cours. Cela prend quelques secondes.
status-announce-ended = Cette salle d’attente est fermée.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = inconnu pour le moment
status-wait-not-yet = pas encore connu
status-wait-under-a-minute = moins d’une minute
status-wait-over-a-day = plus d’un jour
status-wait-about = environ { $duration }
status-wait-up-to = jusqu’à { $duration }
status-wait-between = de { $low } à { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minute
        [many] { $low }–{ $high } minutes
       *[other] { $low }–{ $high } minutes
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } heure
        [many] { $low }–{ $high } heures
       *[other] { $low }–{ $high } heures
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Il en reste environ { $left }.
status-stock-few = Il n’en reste que très peu.

## The time to the start, under “Time until the start”
status-countdown-now = un instant
status-countdown-under-a-minute = moins d’une minute

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = L’attente est maintenant plus longue, car les entrées se font plus lentement.
status-reason-paused = L’attente est maintenant plus longue, car la file a été mise en pause.
status-reason-more-came-back = L’attente est maintenant plus longue, car plus de personnes que prévu sont revenues.
status-reason-store-away = L’attente est maintenant plus longue, car nous rencontrons un problème technique. Nous cherchons à le résoudre.
status-reason-capped-by-sessions = L’attente est maintenant plus longue, car le site est plein. Les entrées se font à mesure que d’autres personnes en sortent.
status-reason-pool-shared = L’attente est maintenant plus longue, car une autre file mène au même site et elle est très fréquentée, elle aussi.
status-reason-autotune-slowed = L’attente est maintenant plus longue, car le site est lent en ce moment : moins de personnes peuvent entrer.
status-reason-priority = L’attente est maintenant plus longue, car les personnes prioritaires entrent d’abord.
status-reason-restored = L’attente est maintenant plus longue, car nous avons dû rétablir la file après un problème technique.
