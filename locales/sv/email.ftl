### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Mejla mig när det snart är min tur
email-lead = Lämna din e-postadress så skriver vi till dig en gång, strax före din tur ({ $duration }). Sedan raderar vi adressen.
email-label = E-postadress
email-save = Spara
email-kept = Sparad adress: { $address }
email-remove = Radera adressen
email-sent = Mejlet har skickats eller är på väg. Vi skickar bara ett för varje plats i kön.

## When it does not work
email-error-address = Vi kan inte skicka till den här e-postadressen. Exempel: name@example.com
email-error-many = För många adresser har angetts i dag. Låt i stället sidan med din plats vara öppen.
email-error-link = Länken gäller inte längre. Din plats finns på den enhet där du senast använde den.

## The e-mail
email-subject = { $room }: det är snart din tur
email-late = Om du kommer senare behåller du din plats: vi släpper in dig så snart det finns plats.
email-late-limit = Om du kommer senare finns din plats kvar en begränsad tid efter din tur: { $duration }
email-button = Till min plats i kön
email-why = Du får det här mejlet eftersom din adress angavs i väntrummet { $room } ({ $host }). Den är nu raderad där och inga fler mejl kommer. Om det inte var du kan du bortse från mejlet.

## A notification that comes with the page closed
push-button = Avisera mig även när sidan är stängd
push-failed = Det gick inte. Låt i stället den här sidan vara öppen.
