### The identity of a newcomer: a code by e-mail.

identity-title = Kinnitage oma e-posti aadress
identity-lead = Saadame teile koodi. Igal e-posti aadressil on järjekorras üks koht.
identity-send = Saatke mulle kood
identity-sent = Saatsime teile koodi e-postiga. See kehtib { $duration }.
identity-code-label = Kood e-kirjast
identity-again = E-kirja pole? Küsige uus kood või kasutage teist aadressi
identity-price = Kui midagi ei juhtu, vajutage nuppu uuesti. Ooteaeg: { $duration }.
identity-price-works = Palun hoidke see leht avatuna: kood saadetakse ise.
identity-error-code = See kood ei ole õige. Vaadake e-kirja ja proovige uuesti.
identity-error-old = See kood enam ei kehti. Küsige uus.
identity-error-soon = Saatsime sellele aadressile äsja mitu koodi. Palun vaadake postkasti ja rämpsposti kausta. Aeg, mille järel saame saata järgmise: { $duration }.
identity-error-today = Täna ei saa me sellele aadressile ega sellesse ühendusse rohkem koode saata. Proovige teist aadressi või teist ühendust.
identity-error-send = E-kirja ei õnnestunud saata. Proovige minuti pärast uuesti.
identity-subject = { $room }: teie kood on { $code }
identity-why = Sisestage kood ooteruumi { $room } ({ $host }) lehel. Kui te seda ei küsinud, võite selle e-kirja tähelepanuta jätta. Ärge andke koodi kellelegi.
identity-sign-in = Logi sisse
identity-sign-in-lead = Koha saamiseks logige sisse. Igal kontol on järjekorras üks koht.
identity-error-sign-in = Sisselogimine ei õnnestunud. Proovige uuesti.
