### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Scrivimi quando è quasi il mio turno
email-lead = Lascia il tuo indirizzo e-mail e ti scriveremo una sola volta, poco prima del tuo turno ({ $duration }). Poi cancelliamo l’indirizzo.
email-label = Indirizzo e-mail
email-save = Salva
email-kept = Indirizzo salvato: { $address }
email-remove = Cancella l’indirizzo
email-sent = L’e-mail è stata inviata o è in arrivo. Ne mandiamo una sola per ogni posto in coda.

## When it does not work
email-error-address = Non possiamo inviare e-mail a questo indirizzo. Esempio: name@example.com
email-error-many = Oggi sono stati indicati troppi indirizzi. Tieni invece aperta la pagina con il tuo posto in coda.
email-error-link = Questo link non è più valido. Il tuo posto è sul dispositivo su cui l’hai usato per ultimo.

## The e-mail
email-subject = { $room }: è quasi il tuo turno
email-late = Se arrivi più tardi, mantieni il tuo posto: ti facciamo entrare appena possibile.
email-late-limit = Se arrivi più tardi, il tuo posto viene mantenuto per un tempo limitato dopo il tuo turno: { $duration }
email-button = Vai al mio posto in coda
email-why = Ricevi questa e-mail perché il tuo indirizzo è stato indicato nella sala d’attesa { $room } ({ $host }). Ora è stato cancellato e non riceverai altre e-mail. Se non eri tu, puoi ignorare questa e-mail.

## A notification that comes with the page closed
push-button = Avvisami anche a pagina chiusa
push-failed = Non ha funzionato. Tieni invece aperta questa pagina.
