### The identity of a newcomer: a code by e-mail.

identity-title = Bekræft din e-mailadresse
identity-lead = Vi sender dig en kode. Hver e-mailadresse får én plads i køen.
identity-send = Send mig koden
identity-sent = Vi har sendt dig en kode på e-mail. Den gælder i { $duration }.
identity-code-label = Koden fra e-mailen
identity-again = Ingen e-mail? Få en ny kode, eller brug en anden adresse
identity-price = Hvis der ikke er sket noget efter { $duration }, så tryk på knappen igen.
identity-price-works = Lad denne side være åben: Koden sendes af sig selv.
identity-error-code = Koden er ikke rigtig. Se efter i e-mailen, og prøv igen.
identity-error-old = Koden gælder ikke længere. Få en ny.
identity-error-soon = Vi har lige sendt flere koder til denne adresse. Se i indbakken og i mappen med spam. Vi kan sende en ny om { $duration }.
identity-error-today = Vi kan ikke sende flere koder til denne adresse eller forbindelse i dag. Prøv en anden adresse eller en anden forbindelse.
identity-error-send = Vi kunne ikke sende e-mailen. Prøv igen om et minut.
identity-subject = { $room }: din kode er { $code }
identity-why = Skriv koden på siden for venterummet { $room } ({ $host }). Hvis du ikke har bedt om den, kan du se bort fra denne e-mail. Giv ikke koden til andre.
identity-sign-in = Log ind
identity-sign-in-lead = Log ind for at få en plads. Hver konto får én plads i køen.
identity-error-sign-in = Det lykkedes ikke at logge ind. Prøv igen.
