### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Pošaljite mi e-poštu kad uskoro dođem na red
email-lead = Ostavite svoju adresu e-pošte i pisat ćemo vam jednom, malo prije nego što dođete na red ({ $duration }). Zatim brišemo adresu.
email-label = Adresa e-pošte
email-save = Spremi
email-kept = Spremljena adresa: { $address }
email-remove = Izbriši adresu
email-sent = Poruka je poslana ili je na putu. Za svako mjesto postoji samo jedna.

## When it does not work
email-error-address = Na ovu adresu ne možemo poslati poruku. Primjer: name@example.com
email-error-many = Danas je navedeno previše adresa. Umjesto toga ostavite otvorenu stranicu sa svojim mjestom.
email-error-link = Ova poveznica više ne vrijedi. Vaše je mjesto na uređaju na kojem ste ga zadnji put koristili.

## The e-mail
email-subject = { $room }: uskoro ste na redu
email-late = Ako dođete kasnije, zadržavate svoje mjesto u redu: pustit ćemo vas čim bude moguće.
email-late-limit = Ako dođete kasnije, mjesto vam se nakon što dođete na red čuva ograničeno vrijeme: { $duration }
email-button = Na moje mjesto u redu
email-why = Primili ste ovu poruku jer je vaša adresa navedena u čekaonici { $room } ({ $host }). Ondje je sada izbrisana i neće biti drugih poruka. Ako to niste bili vi, zanemarite ovu poruku.

## A notification that comes with the page closed
push-button = Obavijesti me i kad je stranica zatvorena
push-failed = To nije uspjelo. Umjesto toga ostavite ovu stranicu otvorenom.
