### The identity of a newcomer: a code by e-mail.

identity-title = Confirmez votre adresse e-mail
identity-lead = Nous allons vous envoyer un code. Chaque adresse e-mail donne droit à une seule place dans la file.
identity-send = M’envoyer le code
identity-sent = Nous vous avons envoyé un code par e-mail. Durée de validité : { $duration }.
identity-code-label = Code reçu par e-mail
identity-again = Demander un nouveau code ou utiliser une autre adresse
identity-price = Si rien ne s’est passé après { $duration }, appuyez de nouveau sur le bouton.
identity-price-works = Veuillez garder cette page ouverte : le code est envoyé automatiquement.
identity-error-code = Ce code n’est pas le bon. Vérifiez l’e-mail et réessayez.
identity-error-old = Ce code n’est plus valable. Demandez-en un nouveau.
identity-error-soon = Nous venons d’envoyer plusieurs codes à cette adresse. Vérifiez la boîte de réception et les courriers indésirables. Nous pourrons en envoyer un autre dans { $duration }.
identity-error-today = Nous ne pouvons plus envoyer de code aujourd’hui à cette adresse ni pour cette connexion. Essayez une autre adresse ou une autre connexion.
identity-error-send = L’e-mail n’a pas pu être envoyé. Réessayez dans une minute.
identity-subject = { $room } : votre code est { $code }
identity-why = Saisissez le code sur la page de la salle d’attente { $room } ({ $host }). Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail. Ne donnez ce code à personne.
identity-sign-in = Se connecter
identity-sign-in-lead = Connectez-vous pour obtenir une place. Chaque compte donne droit à une seule place dans la file.
identity-error-sign-in = La connexion n’a pas abouti. Réessayez.
