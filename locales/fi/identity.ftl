### The identity of a newcomer: a code by e-mail.

identity-title = Vahvista sähköpostiosoitteesi
identity-lead = Lähetämme sinulle koodin. Jokaisella sähköpostiosoitteella on yksi paikka jonossa.
identity-send = Lähetä koodi
identity-sent = Lähetimme sinulle koodin sähköpostilla. Se on voimassa { $duration }.
identity-code-label = Sähköpostissa oleva koodi
identity-again = Eikö viestiä näy? Pyydä uusi koodi tai käytä toista osoitetta
identity-price = Jos mitään ei tapahdu, paina painiketta uudelleen. Odota ensin: { $duration }.
identity-price-works = Pidä tämä sivu auki: koodi lähetetään itsestään.
identity-error-code = Koodi ei ole oikea. Tarkista se sähköpostista ja yritä uudelleen.
identity-error-old = Koodi ei ole enää voimassa. Pyydä uusi.
identity-error-soon = Lähetimme juuri useita koodeja tähän osoitteeseen. Katso saapuneet viestit ja roskapostikansio. Aika, jonka jälkeen voimme lähettää uuden: { $duration }.
identity-error-today = Emme voi lähettää tänään enempää koodeja tähän osoitteeseen tai tähän yhteyteen. Kokeile toista osoitetta tai toista yhteyttä.
identity-error-send = Sähköpostia ei voitu lähettää. Yritä uudelleen minuutin kuluttua.
identity-subject = { $room }: koodisi on { $code }
identity-why = Kirjoita koodi odotushuoneen { $room } ({ $host }) sivulle. Jos et pyytänyt sitä, voit jättää tämän viestin huomiotta. Älä anna koodia kenellekään.
identity-sign-in = Kirjaudu sisään
identity-sign-in-lead = Kirjaudu sisään saadaksesi paikan. Jokaisella tilillä on yksi paikka jonossa.
identity-error-sign-in = Kirjautuminen ei onnistunut. Yritä uudelleen.
