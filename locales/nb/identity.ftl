### The identity of a newcomer: a code by e-mail.

identity-title = Bekreft e-postadressen din
identity-lead = Vi sender deg en kode. Hver e-postadresse får én plass i køen.
identity-send = Send meg koden
identity-sent = Vi har sendt deg en kode på e-post. Den gjelder i { $duration }.
identity-code-label = Koden fra e-posten
identity-again = Ingen e-post? Få en ny kode, eller bruk en annen adresse
identity-price = Hvis ingenting har skjedd etter { $duration }, trykk på knappen igjen.
identity-price-works = La denne siden være åpen: Koden sendes av seg selv.
identity-error-code = Koden er ikke riktig. Se etter i e-posten, og prøv igjen.
identity-error-old = Koden gjelder ikke lenger. Få en ny.
identity-error-soon = Vi har nettopp sendt flere koder til denne adressen. Se i innboksen og i mappen for søppelpost. Vi kan sende en ny om { $duration }.
identity-error-today = Vi kan ikke sende flere koder til denne adressen eller forbindelsen i dag. Prøv en annen adresse eller en annen forbindelse.
identity-error-send = Vi kunne ikke sende e-posten. Prøv igjen om et minutt.
identity-subject = { $room }: koden din er { $code }
identity-why = Skriv koden på siden til venterommet { $room } ({ $host }). Hvis du ikke har bedt om den, kan du se bort fra denne e-posten. Ikke gi koden til noen.
identity-sign-in = Logg på
identity-sign-in-lead = Logg på for å få en plass. Hver konto får én plass i køen.
identity-error-sign-in = Påloggingen lyktes ikke. Prøv igjen.
