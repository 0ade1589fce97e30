### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Sinulle arvottiin numero { $number }
draw-lead-drawn = Osallistujia: { $population }. Numerosi määräytyy julkaistuista asiakirjoista, eikä kukaan voi enää muuttaa sitä.
draw-heading-kept = Säilytät numeron { $number }
draw-lead-kept = Liityit arvonnan sulkeuduttua, joten numerosi tulee arvottujen jälkeen.
draw-heading-not-yet = Numeroasi ei ole vielä arvottu
draw-lead-not-yet = Kaikilla, jotka liittyvät ennen arvonnan sulkeutumista, on samat mahdollisuudet. Tulojärjestyksellä ei ole väliä.
draw-heading-to-come = Tätä arvontaa ei ole vielä tehty
draw-heading-aborted = Tämä arvonta peruttiin
draw-lead-aborted = Se ei anna kenellekään numeroa. Sen asiakirjat ja syy pysyvät julkaistuina.
draw-heading-public = Tämän odotushuoneen arvonta
draw-lead-public = Jos haluat nähdä myös oman numerosi, avaa tämä sivu jonopaikastasi.
draw-heading-broken = Tämä arvonta ei ole pätevä
draw-lead-broken = Julkaistut asiakirjat eivät läpäise tarkistusta. Säilytä kopio niistä ja kuitistasi ja ota yhteyttä sivuston ylläpitoon.

draw-checked = Mitä tarkistettiin
draw-check-all = Julkaistuja arvontoja: { $count }. Niiden asiakirjat sopivat yhteen, ja ne on allekirjoitettu samalla avaimella.
draw-check-commitment = Ylläpitäjä lukitsi salaisuuden julkaisemalla sen tiivisteen (hash), ennen kuin arvonta suljettiin.
draw-check-to-come = Ylläpitäjä on lukinnut salaisuuden julkaisemalla sen tiivisteen (hash). Muut asiakirjat julkaistaan, kun arvonta tehdään.
draw-check-cut-off = Sen jälkeen ylläpitäjä lukitsi ja allekirjoitti osallistujien määrän: { $population }.
draw-check-reveal = Tämän jälkeen salaisuus julkaistiin. Se on sama, joka lukittiin, ja yhdessä määrän kanssa se antaa jokaisen numeron.
draw-check-abort = Ylläpitäjä allekirjoitti, että arvonta peruttiin. Syy: ”{ $reason }”.
draw-check-receipt = Kuittisi on aito ja kuuluu tähän arvontaan.

draw-cautions = Mitä tämä ei osoita
draw-caution-without-beacon = Tässä arvonnassa ei ollut mukana julkista satunnaislukua: ylläpitäjä olisi voinut vaikuttaa siihen, kuinka moni arvontaan otettiin, ja sitä kautta järjestykseen.
draw-caution-unknown-chain = Emme tunne julkisen satunnaisluvun aikataulua. Selvitä, milloin se julkaistiin.
draw-caution-committed-late = Salaisuus lukittiin vasta, kun jonoon saattoi jo liittyä.
draw-caution-drawn-again = Arvonta tehtiin uudelleen. Ennen tätä peruttuja arvontoja: { $count }.
draw-caution-own-server = Tämä sivu tulee palvelimelta, joka teki arvonnan. Jos et halua luottaa pelkkään sen sanaan, tarkista itse.

draw-yourself = Tarkista itse
draw-get-document = Lataa julkaistu arvonta
draw-get-receipt = Lataa kuittisi ja säilytä se
draw-run-command = Laita tiedostot samaan kansioon ja suorita jokin näistä komennoista omalla tietokoneellasi. Ohjelmat kuuluvat avoimen lähdekoodin projektiin Anteroom; hanki ne sieltä, älä tältä palvelimelta.
draw-compare-key = Vertaa tätä avainta siihen, jonka ylläpitäjä näyttää muualla:
draw-back = Takaisin jonopaikallesi
