### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Send mig en e-mail, når det snart er min tur
email-lead = Giv os din e-mailadresse, så skriver vi til dig én gang, kort før det er din tur ({ $duration }). Derefter sletter vi adressen.
email-label = E-mailadresse
email-save = Gem
email-kept = Gemt adresse: { $address }
email-remove = Slet adressen
email-sent = E-mailen er sendt eller på vej. Der er kun én for hver plads i køen.

## When it does not work
email-error-address = Vi kan ikke sende til denne e-mailadresse. Eksempel: name@example.com
email-error-many = Der er angivet for mange adresser i dag. Hold i stedet ventesiden åben.
email-error-link = Linket er ikke længere gyldigt. Din plads i køen er på den enhed, hvor du sidst brugte den.

## The e-mail
email-subject = { $room }: det er snart din tur
email-late = Hvis du kommer senere, beholder du din plads i køen: Vi lukker dig ind, så snart det er muligt.
email-late-limit = Hvis du kommer senere, beholder du din plads i køen i en begrænset tid efter din tur: { $duration }
email-button = Gå til min plads i køen
email-why = Du får denne e-mail, fordi din adresse blev angivet i venterummet { $room } ({ $host }). Den er nu slettet der, og der kommer ikke flere e-mails. Hvis det ikke var dig, kan du se bort fra denne e-mail.

## A notification that comes with the page closed
push-button = Giv besked, også når siden er lukket
push-failed = Det lykkedes ikke. Hold i stedet denne side åben.
