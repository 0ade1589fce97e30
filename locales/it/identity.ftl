### The identity of a newcomer: a code by e-mail.

identity-title = Conferma il tuo indirizzo e-mail
identity-lead = Ti invieremo un codice. Ogni indirizzo e-mail ha un solo posto in coda.
identity-send = Inviami il codice
identity-sent = Ti abbiamo inviato un codice per e-mail. È valido per { $duration }.
identity-code-label = Codice ricevuto per e-mail
identity-again = Nessuna e-mail? Chiedi un nuovo codice o usa un altro indirizzo
identity-price = Se dopo { $duration } non è successo niente, premi di nuovo il pulsante.
identity-price-works = Tieni aperta questa pagina: il codice viene inviato da solo.
identity-error-code = Questo codice non è corretto. Controlla l’e-mail e riprova.
identity-error-old = Questo codice non è più valido. Chiedine uno nuovo.
identity-error-soon = Abbiamo appena inviato diversi codici a questo indirizzo. Controlla la posta in arrivo e la cartella dello spam. Potremo inviarne un altro tra { $duration }.
identity-error-today = Oggi non possiamo inviare altri codici a questo indirizzo o a questa connessione. Prova con un altro indirizzo o un’altra connessione.
identity-error-send = Non è stato possibile inviare l’e-mail. Riprova tra un minuto.
identity-subject = { $room }: il tuo codice è { $code }
identity-why = Scrivi il codice nella pagina della sala d’attesa { $room } ({ $host }). Se non l’hai chiesto tu, ignora questa e-mail. Non dare il codice a nessuno.
identity-sign-in = Accedi
identity-sign-in-lead = Accedi per avere un posto. Ogni account ha un solo posto in coda.
identity-error-sign-in = Accesso non riuscito. Riprova.
