### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Teile loositud number: { $number }
draw-lead-drawn = Osalejaid: { $population }. Teie number tuleneb avaldatud dokumentidest ja keegi ei saa seda enam muuta.
draw-heading-kept = Teile jääb number: { $number }
draw-lead-kept = Liitusite pärast loosimise sulgemist, seega tuleb teie number pärast neid, kelle numbrid loositi.
draw-heading-not-yet = Teie numbrit ei ole veel loositud
draw-lead-not-yet = Kõigil, kes liituvad enne loosimise sulgemist, on võrdne võimalus. Ei ole oluline, kes tuli esimesena.
draw-heading-to-come = Seda loosimist ei ole veel läbi viidud
draw-heading-aborted = See loosimine tühistati
draw-lead-aborted = See ei anna kellelegi numbrit. Selle dokumendid jäävad koos põhjusega avalikuks.
draw-heading-public = Selle ooteruumi loosimine
draw-lead-public = Kui soovite näha ka oma numbrit, avage see leht oma kohalt järjekorras.
draw-heading-broken = See loosimine ei pea paika
draw-lead-broken = Avaldatud dokumendid ei läbinud kontrolli. Palun hoidke alles nende koopia ja oma kviitung ning võtke ühendust veebisaidi haldajaga.

draw-checked = Mida kontrolliti
draw-check-all = Avaldatud loosimisi: { $count }. Nende dokumendid sobivad omavahel kokku ja on allkirjastatud sama võtmega.
draw-check-commitment = Haldaja määras enne loosimise sulgemist kindlaks salajase väärtuse, avaldades selle räsi (hash).
draw-check-to-come = Haldaja on määranud kindlaks salajase väärtuse, avaldades selle räsi (hash). Ülejäänud dokumendid avaldatakse siis, kui loosimine läbi viiakse.
draw-check-cut-off = Seejärel määras haldaja kindlaks ja allkirjastas osalejate arvu: { $population }.
draw-check-reveal = Pärast seda salajane väärtus avaldati. See on sama, mis kindlaks määrati, ja annab koos osalejate arvuga igaühele numbri.
draw-check-abort = Haldaja allkirjastas, et loosimine tühistati, põhjusega „{ $reason }“.
draw-check-receipt = Teie kviitung on ehtne ja kuulub selle loosimise juurde.

draw-cautions = Mida see ei näita
draw-caution-without-beacon = Selles loosimises ei kasutatud avalikku juhuarvu: haldaja võis mõjutada seda, mitu inimest loosis osales, ja sellega ka järjestust.
draw-caution-unknown-chain = Me ei tea avaliku juhuarvu ajakava. Uurige järele, millal see avaldati.
draw-caution-committed-late = Salajane väärtus määrati kindlaks alles siis, kui liituda juba sai.
draw-caution-drawn-again = Loosimist korrati. Enne seda tühistatud loosimisi: { $count }.
draw-caution-own-server = See leht tuleb serverist, mis loosimise läbi viis. Kui te ei soovi selle sõna uskuda, kontrollige ise.

draw-yourself = Kontrollige ise
draw-get-document = Laadige alla avaldatud loosimine
draw-get-receipt = Laadige alla ja hoidke alles oma kviitung
draw-run-command = Pange failid ühte kausta ja käivitage oma arvutis üks neist käskudest. Programmid on osa avatud lähtekoodiga projektist Anteroom; võtke need sealt, mitte sellest serverist.
draw-compare-key = Võrrelge seda võtit sellega, mida haldaja näitab mujal:
draw-back = Tagasi oma kohale järjekorras
