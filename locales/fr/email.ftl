### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = M’envoyer un e-mail quand ce sera bientôt mon tour
email-lead = Laissez votre adresse e-mail et nous vous écrirons une seule fois, peu avant votre tour ({ $duration }). Nous supprimerons ensuite l’adresse.
email-label = Adresse e-mail
email-save = Enregistrer
email-kept = Adresse enregistrée : { $address }
email-remove = Supprimer l’adresse
email-sent = L’e-mail a été envoyé ou est en route. Il n’y en a qu’un par place dans la file.

## When it does not work
email-error-address = Nous ne pouvons pas envoyer d’e-mail à cette adresse. Exemple : name@example.com
email-error-many = Trop d’adresses ont été indiquées aujourd’hui. Veuillez plutôt garder la page d’attente ouverte.
email-error-link = Ce lien n’est plus valide. Votre place dans la file se trouve sur l’appareil avec lequel vous l’avez utilisée en dernier.

## The e-mail
email-subject = { $room } : c’est bientôt votre tour
email-late = Si vous venez plus tard, vous conservez votre place dans la file : nous vous ferons entrer dès que possible.
email-late-limit = Si vous venez plus tard, votre place dans la file est conservée pendant un temps limité après votre tour : { $duration }
email-button = Retrouver ma place dans la file
email-why = Vous recevez cet e-mail parce que votre adresse a été indiquée dans la salle d’attente { $room } ({ $host }). Elle y est maintenant supprimée et aucun autre e-mail ne suivra. Si ce n’était pas vous, ignorez cet e-mail.

## A notification that comes with the page closed
push-button = Me prévenir même page fermée
push-failed = Cela n’a pas fonctionné. Veuillez plutôt garder cette page ouverte.
