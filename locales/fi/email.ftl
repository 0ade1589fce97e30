### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Lähetä minulle sähköposti, kun vuoroni on lähellä
email-lead = Jätä sähköpostiosoitteesi, niin kirjoitamme sinulle kerran vähän ennen vuoroasi ({ $duration }). Sen jälkeen poistamme osoitteen.
email-label = Sähköpostiosoite
email-save = Tallenna
email-kept = Tallennettu osoite: { $address }
email-remove = Poista osoite
email-sent = Sähköposti on lähetetty tai matkalla. Kutakin jonopaikkaa kohti lähetetään vain yksi.

## When it does not work
email-error-address = Emme voi lähettää sähköpostia tähän osoitteeseen. Esimerkki: name@example.com
email-error-many = Tänään on annettu liian monta osoitetta. Pidä sen sijaan odotussivu auki.
email-error-link = Linkki ei ole enää voimassa. Jonopaikkasi on laitteella, jolla käytit sitä viimeksi.

## The e-mail
email-subject = { $room }: vuorosi on lähellä
email-late = Jos tulet myöhemmin, jonopaikkasi säilyy: päästämme sinut sisään heti, kun tilaa on.
email-late-limit = Jos tulet myöhemmin, jonopaikkasi säilyy vuorosi jälkeen rajoitetun ajan: { $duration }
email-button = Siirry jonopaikalleni
email-why = Saat tämän viestin, koska osoitteesi annettiin odotushuoneessa { $room } ({ $host }). Se on nyt poistettu sieltä, eikä muita viestejä tule. Jos se et ollut sinä, voit jättää viestin huomiotta.

## A notification that comes with the page closed
push-button = Ilmoita, vaikka sivu on suljettu
push-failed = Se ei onnistunut. Pidä sen sijaan tämä sivu auki.
