### The identity of a newcomer: a code by e-mail.

identity-title = Bevestig uw e-mailadres
identity-lead = Wij sturen u een code. Elk e-mailadres krijgt één plaats in de rij.
identity-send = Stuur mij de code
identity-sent = Wij hebben u een code gemaild. De code is geldig gedurende { $duration }.
identity-code-label = Code uit de e-mail
identity-again = Geen e-mail? Vraag een nieuwe code aan of gebruik een ander adres
identity-price = Is er na { $duration } niets gebeurd, druk dan opnieuw op de knop.
identity-price-works = Houd deze pagina open: de code wordt vanzelf verstuurd.
identity-error-code = Deze code klopt niet. Kijk in de e-mail en probeer het opnieuw.
identity-error-old = Deze code is niet meer geldig. Vraag een nieuwe aan.
identity-error-soon = Wij hebben zojuist meerdere codes naar dit adres gestuurd. Kijk in de inbox en in de map met spam. Over { $duration } kunnen wij een nieuwe sturen.
identity-error-today = We kunnen vandaag geen codes meer sturen naar dit adres of deze verbinding. Probeer een ander adres of een andere verbinding.
identity-error-send = De e-mail kon niet worden verstuurd. Probeer het over een minuut opnieuw.
identity-subject = { $room }: uw code is { $code }
identity-why = Typ de code op de pagina van de wachtkamer { $room } ({ $host }). Hebt u er niet om gevraagd, dan kunt u deze e-mail negeren. Geef de code aan niemand door.
identity-sign-in = Inloggen
identity-sign-in-lead = Log in om een plaats te krijgen. Elk account krijgt één plaats in de rij.
identity-error-sign-in = Inloggen is niet gelukt. Probeer het opnieuw.
