### Moving a place to another device.

## On the device that has the place
move-title = Continuer sur un autre appareil
move-lead = Vous pouvez emporter votre place dans la file, par exemple sur votre téléphone. Elle sera alors valable uniquement sur le nouvel appareil, et non plus sur celui que vous utilisez maintenant.
move-make-code = Afficher un code
move-code-label = Votre code
move-scan = Scannez cette image avec l’appareil photo de l’autre appareil, ou ouvrez-y cette adresse et saisissez le code :
move-picture-alt = Un code QR contenant l’adresse avec votre code
move-good-for = Le code est valable pour une seule utilisation dans les 5 prochaines minutes. Ne le montrez à personne à qui vous ne voulez pas donner votre place.
move-back = Retour à votre place dans la file
move-new-code = Afficher un nouveau code

## On the device that takes it over
move-enter-title = Reprendre votre place
move-enter-lead = Saisissez le code affiché par l’autre appareil.
move-enter-button = Continuer
move-confirm-lead = Ce bouton transfère votre place dans la file sur cet appareil. Elle ne sera plus valable sur l’autre.
move-confirm-button = Transférer ma place ici
# The place that this browser holds itself is given up.
move-confirm-replaces = Ce navigateur a déjà une place dans cette file. Celle que vous reprenez la remplacera.

## When it does not work
move-error-code = Ce code n’est pas valide. Il comporte peut-être une erreur, a déjà été utilisé ou date de plus de 5 minutes. Veuillez afficher un nouveau code sur l’autre appareil.
move-error-many = Il y a eu trop de tentatives. Veuillez attendre une minute et réessayer.
move-error-limit = Cette place a déjà été transférée le nombre maximal de fois. Veuillez rester sur l’appareil qui la détient.
move-error-away = Ce n’est pas possible pour le moment en raison d’un problème technique. Votre place reste où elle est. Veuillez réessayer.
move-error-turn = C’est déjà votre tour sur l’autre appareil. Veuillez continuer là-bas.

## Into the line of a priority group
move-priority-title = J’ai un code prioritaire
move-priority-lead = Saisissez votre code. Vous attendrez alors dans la file de son groupe et renoncerez à votre place actuelle.
move-priority-error = Ce code n’est pas valide ici. Il comporte peut-être une erreur, a déjà été utilisé ou a expiré. Votre place reste telle qu’elle est.
