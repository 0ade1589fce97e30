### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personnes devant vous
page-wait-label = Temps d’attente estimé
page-number-label = Votre numéro dans la file
page-progress-label = Votre progression dans la file
page-updated-label = Dernière mise à jour
page-message-label = Annonce
page-keep-open = Veuillez garder cette page ouverte. Elle s’actualise toute seule, et vous conservez votre place dans la file même si vous la rechargez ou si vous revenez un peu plus tard.
page-leave = Quitter la file
page-queue-id-label = Identifiant dans la file
page-offline = La connexion est interrompue. Vous conservez votre place dans la file, et nous continuons d’essayer.
page-online-again = La connexion est rétablie.
page-redirecting-headline = Nous vous faisons entrer
page-redirecting-lead = Merci d’avoir patienté. Vous y serez dans un instant.
page-redirecting-link = Y aller maintenant
page-skip = Aller directement à votre place dans la file
page-powered-by = Propulsé par Anteroom
page-about-link = Qu’est-ce que cette page ?
page-status-link = État de cette salle d’attente

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Temps restant avant le début
page-prequeue-countdown-label = Temps restant avant l’ouverture de la pré-file
# Label over a date with a time of day.
page-starts-at-label = Début
page-keep-open-before = Veuillez garder cette page ouverte. Elle s’actualise toute seule, et vous continuez de participer au tirage même si vous la rechargez ou si vous revenez avant le début.
page-keep-open-idle = Cette page s’actualise toute seule. Vous n’avez pas besoin de la recharger.

## Be told when it is your turn
page-notify-heading = Me prévenir quand ce sera mon tour
page-notify-sound = Émettre un son
page-notify-vibration = Faire vibrer l’appareil
page-notify-notification = Afficher une notification
page-notify-denied = Votre navigateur n’autorise pas les notifications pour cette page. Vous pouvez modifier ce choix dans ses réglages.

## Language and device
page-language-label = Langue
page-language-apply = Changer de langue
page-move-link = Continuer sur un autre appareil

## The draw
page-draw-heading = Ce qui se passe au début
page-draw-closing = Peu après le début, la pré-file ferme. Les personnes qui arrivent ensuite se placent derrière toutes celles qui étaient là.
page-draw-chance = Un numéro est alors tiré au sort pour chaque personne de la pré-file. Toutes ont les mêmes chances, qu’elles soient venues tôt ou tard.
page-draw-number = Votre numéro s’affiche sur cette page, et les entrées se font par ordre croissant des numéros.
page-draw-with-beacon = Un nombre aléatoire public, que personne ne peut connaître à l’avance, entre dans le tirage : personne ne peut donc en choisir le résultat.
page-draw-check = Tout le monde peut vérifier le tirage par la suite.
page-draw-receipt = Tout le monde peut vérifier le tirage par la suite. Votre reçu prouve que vous y participez ; conservez-le jusque-là.
page-draw-receipt-link = Télécharger votre reçu
page-draw-check-link = Comment vérifier le tirage
page-drawn-link = Votre numéro a été tiré au sort – vérifier le tirage

## After the end
page-skip-content = Aller au contenu
page-ended-help = Pour savoir ce qui est proposé maintenant, rendez-vous sur le site lui-même.
page-back-to-site = Retour au site
