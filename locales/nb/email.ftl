### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Send meg en e-post når det snart er min tur
email-lead = Legg igjen e-postadressen din, så skriver vi til deg én gang, rett før det er din tur ({ $duration }). Deretter sletter vi adressen.
email-label = E-postadresse
email-save = Lagre
email-kept = Lagret adresse: { $address }
email-remove = Slett adressen
email-sent = E-posten er sendt eller på vei. Vi sender bare én for hver plass i køen.

## When it does not work
email-error-address = Vi kan ikke sende til denne e-postadressen. Eksempel: name@example.com
email-error-many = Det er oppgitt for mange adresser i dag. La heller siden med plassen din stå åpen.
email-error-link = Denne lenken er ikke lenger gyldig. Plassen din er på enheten der du sist brukte den.

## The e-mail
email-subject = { $room }: det er snart din tur
email-late = Kommer du senere, beholder du plassen: Vi slipper deg inn så snart det er plass.
email-late-limit = Kommer du senere, holdes plassen din en begrenset tid etter at det var din tur: { $duration }
email-button = Gå til plassen min i køen
email-why = Du får denne e-posten fordi adressen din ble oppgitt i venterommet { $room } ({ $host }). Den er nå slettet der, og det kommer ingen flere e-poster. Hvis det ikke var deg, kan du se bort fra denne e-posten.

## A notification that comes with the page closed
push-button = Varsle meg også når siden er lukket
push-failed = Det gikk ikke. La heller denne siden stå åpen.
