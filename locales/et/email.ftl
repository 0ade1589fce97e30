### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Saatke mulle e-kiri, kui minu kord hakkab kätte jõudma
email-lead = Jätke oma e-posti aadress ja me kirjutame teile ühe korra, veidi enne teie järjekorda ({ $duration }). Seejärel kustutame aadressi.
email-label = E-posti aadress
email-save = Salvesta
email-kept = Salvestatud aadress: { $address }
email-remove = Kustuta aadress
email-sent = E-kiri on saadetud või teel. Iga koha kohta saadetakse ainult üks.

## When it does not work
email-error-address = Sellele aadressile ei saa me e-kirja saata. Näide: name@example.com
email-error-many = Täna on antud liiga palju aadresse. Palun hoidke selle asemel oma koha leht avatuna.
email-error-link = See link enam ei kehti. Teie koht on seadmes, kus te seda viimati kasutasite.

## The e-mail
email-subject = { $room }: teie kord on peaaegu käes
email-late = Kui tulete hiljem, jääb koht järjekorras teile: laseme teid sisse kohe, kui ruumi on.
email-late-limit = Kui tulete hiljem, hoitakse teie kohta pärast teie korda piiratud aja: { $duration }
email-button = Minu koha juurde järjekorras
email-why = Saite selle e-kirja, sest teie aadress anti ooteruumis { $room } ({ $host }). Nüüd on see seal kustutatud ja rohkem e-kirju ei tule. Kui see ei olnud teie, võite seda e-kirja eirata.

## A notification that comes with the page closed
push-button = Teavita mind ka siis, kui leht on suletud
push-failed = See ei õnnestunud. Palun hoidke selle asemel see leht avatuna.
