### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = E-Mail erhalten, wenn ich fast an der Reihe bin
email-lead = Hinterlassen Sie Ihre E-Mail-Adresse, und wir schreiben Ihnen einmal, kurz bevor Sie an der Reihe sind ({ $duration }). Danach löschen wir die Adresse.
email-label = E-Mail-Adresse
email-save = Speichern
email-kept = Gespeicherte Adresse: { $address }
email-remove = Adresse löschen
email-sent = Die E-Mail ist verschickt oder unterwegs. Für jeden Platz in der Warteschlange gibt es nur eine.

## When it does not work
email-error-address = An diese E-Mail-Adresse können wir nichts senden. Beispiel: name@example.com
email-error-many = Heute wurden zu viele Adressen angegeben. Bitte lassen Sie stattdessen die Warteseite geöffnet.
email-error-link = Dieser Link gilt nicht mehr. Ihr Platz in der Warteschlange ist auf dem Gerät, auf dem Sie ihn zuletzt benutzt haben.

## The e-mail
email-subject = { $room }: Sie sind fast an der Reihe
email-late = Wenn Sie später kommen, behalten Sie Ihren Platz in der Warteschlange: Wir lassen Sie herein, sobald es möglich ist.
email-late-limit = Wenn Sie später kommen, behalten Sie Ihren Platz in der Warteschlange noch für begrenzte Zeit, nachdem Sie an der Reihe waren: { $duration }
email-button = Zu meinem Platz in der Warteschlange
email-why = Sie erhalten diese E-Mail, weil Ihre Adresse im Warteraum { $room } ({ $host }) angegeben wurde. Dort ist sie jetzt gelöscht, und es folgt keine weitere E-Mail. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.

## A notification that comes with the page closed
push-button = Auch bei geschlossener Seite benachrichtigen
push-failed = Das hat nicht geklappt. Bitte lassen Sie stattdessen diese Seite geöffnet.
