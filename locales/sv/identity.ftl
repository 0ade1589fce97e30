### The identity of a newcomer: a code by e-mail.

identity-title = Bekräfta din e-postadress
identity-lead = Vi skickar en kod till dig. Varje e-postadress får en plats i kön.
identity-send = Skicka koden
identity-sent = Vi har skickat en kod till dig med e-post. Den gäller i { $duration }.
identity-code-label = Koden från e-postmeddelandet
identity-again = Inget meddelande? Skaffa en ny kod eller använd en annan adress
identity-price = Om inget har hänt efter { $duration }, tryck på knappen igen.
identity-price-works = Låt den här sidan vara öppen: koden skickas av sig själv.
identity-error-code = Koden är inte rätt. Se efter i meddelandet och försök igen.
identity-error-old = Koden gäller inte längre. Skaffa en ny.
identity-error-soon = Vi har nyss skickat flera koder till den här adressen. Titta i inkorgen och i skräpposten. Vi kan skicka en ny om { $duration }.
identity-error-today = Vi kan inte skicka fler koder till den här adressen eller anslutningen i dag. Prova en annan adress eller en annan anslutning.
identity-error-send = Vi kunde inte skicka meddelandet. Försök igen om en minut.
identity-subject = { $room }: din kod är { $code }
identity-why = Skriv in koden på sidan för väntrummet { $room } ({ $host }). Om du inte har bett om den kan du bortse från det här meddelandet. Ge inte koden till någon.
identity-sign-in = Logga in
identity-sign-in-lead = Logga in för att få en plats. Varje konto får en plats i kön.
identity-error-sign-in = Inloggningen lyckades inte. Försök igen.
