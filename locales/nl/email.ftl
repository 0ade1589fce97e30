### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = E-mail mij als ik bijna aan de beurt ben
email-lead = Laat uw e-mailadres achter, dan schrijven we u één keer, kort voordat u aan de beurt bent ({ $duration }). Daarna wissen we het adres.
email-label = E-mailadres
email-save = Opslaan
email-kept = Opgeslagen adres: { $address }
email-remove = Adres wissen
email-sent = De e-mail is verstuurd of onderweg. We sturen er maar één per plaats in de rij.

## When it does not work
email-error-address = Naar dit e-mailadres kunnen we niets versturen. Voorbeeld: name@example.com
email-error-many = Er zijn vandaag te veel adressen opgegeven. Houd in plaats daarvan de pagina met uw plaats open.
email-error-link = Deze link is niet meer geldig. Uw plaats is op het apparaat waarop u die het laatst gebruikte.

## The e-mail
email-subject = { $room }: u bent bijna aan de beurt
email-late = Komt u later, dan houdt u uw plaats: we laten u binnen zodra er ruimte is.
email-late-limit = Komt u later, dan blijft uw plaats na uw beurt een beperkte tijd behouden: { $duration }
email-button = Naar mijn plaats in de rij
email-why = U ontvangt deze e-mail omdat uw adres is opgegeven in de wachtkamer { $room } ({ $host }). Het is daar nu gewist en er volgt geen andere e-mail. Was u het niet, dan kunt u deze e-mail negeren.

## A notification that comes with the page closed
push-button = Ook met gesloten pagina een melding
push-failed = Dat is niet gelukt. Houd in plaats daarvan deze pagina open.
