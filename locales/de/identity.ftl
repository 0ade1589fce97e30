### The identity of a newcomer: a code by e-mail.

identity-title = E-Mail-Adresse bestätigen
identity-lead = Wir schicken Ihnen einen Code. Für jede E-Mail-Adresse gibt es einen Platz in der Warteschlange.
identity-send = Code senden
identity-sent = Wir haben Ihnen einen Code per E-Mail geschickt. Er gilt für { $duration }.
identity-code-label = Code aus der E-Mail
identity-again = Keine E-Mail? Neuen Code anfordern oder andere Adresse verwenden
identity-price = Falls nichts geschieht, drücken Sie die Schaltfläche bitte noch einmal, frühestens nach dieser Zeit: { $duration }.
identity-price-works = Bitte lassen Sie diese Seite offen: Der Code wird von selbst gesendet.
identity-error-code = Dieser Code stimmt nicht. Bitte sehen Sie in der E-Mail nach und versuchen Sie es noch einmal.
identity-error-old = Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.
identity-error-soon = An diese Adresse haben wir gerade mehrere Codes gesendet. Bitte sehen Sie im Posteingang und im Spam-Ordner nach. Bis wir einen weiteren senden können, dauert es noch { $duration }.
identity-error-today = Heute können wir an diese Adresse oder über diese Verbindung keine weiteren Codes senden. Bitte versuchen Sie es mit einer anderen Adresse oder Verbindung.
identity-error-send = Die E-Mail ließ sich nicht senden. Bitte versuchen Sie es in einer Minute noch einmal.
identity-subject = { $room }: Ihr Code ist { $code }
identity-why = Geben Sie den Code auf der Seite des Warteraums { $room } ({ $host }) ein. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Geben Sie den Code an niemanden weiter.
identity-sign-in = Anmelden
identity-sign-in-lead = Bitte melden Sie sich an. Für jedes Konto gibt es einen Platz in der Warteschlange.
identity-error-sign-in = Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.
