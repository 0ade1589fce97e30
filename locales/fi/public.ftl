### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Mikä tämä sivu on?
about-lead = Tämä on virtuaalinen odotushuone. Kun sivustolle haluaa enemmän ihmisiä kuin se pystyy hyvin palvelemaan, he odottavat täällä reilussa järjestyksessä ja heidät päästetään sisään yksi kerrallaan.
about-how-heading = Näin se toimii
about-how-order = Ensin tullut päästetään ensin sisään. Kun odotushuone avautuu sovittuun aikaan, kaikki ennen sitä paikalla olevat saavat numeron arvonnassa, jonka kuka tahansa voi tarkistaa.
about-how-place = Paikkasi säilyy odottaessasi, vaikka lataisit sivun uudelleen, menettäisit yhteyden tai käynnistäisit selaimen uudelleen.
about-how-turn = Kun on vuorosi, pääset sisään automaattisesti. Mitään ei tarvitse napsauttaa, eikä sivun lataaminen uudelleen nopeuta odotusta.
about-privacy-heading = Mitä sinusta tallennetaan
about-privacy = Yksi eväste, joka säilyttää paikkasi jonossa, enintään 7 päivää. Sinua ei seurata, eikä mitään ladata muualta.
about-accessibility-heading = Kaikille
about-accessibility = Nämä sivut on tehty toimimaan kaikilla selaimilla, näppäimistöllä, ruudunlukijalla, suurennettuina ja ilman skriptejä.
about-what-to-do-heading = Mitä sinun pitää tehdä
about-what-to-do = Ei mitään. Avaa sivusto, jolla haluat käydä. Ruuhkan aikana se ohjaa sinut itse odotushuoneeseensa.
about-source = Tämä odotushuone toimii Anteroomilla, joka on avointa lähdekoodia.
about-status-link = Tämän palvelun tila

## How it stands
health-title = Palvelun tila
health-lead-good = Kaikki toimii.
health-lead-starting = Palvelu käynnistyy.
health-lead-degraded = Uusia jonopaikkoja ei juuri nyt voida jakaa. Kaikki, joilla on paikka, säilyttävät sen.
health-lead-stopping = Palvelua käynnistetään uudelleen. Kaikki, joilla on paikka, säilyttävät sen.
health-rooms-heading = Odotushuoneet
health-room-waiting-label = Ihmisiä jonossa
health-room-outflow-label = Sisään päästetty viime minuutin aikana
health-room-wait-label = Arvioitu odotusaika uusille tulijoille
health-room-enter = Siirry odotushuoneeseen
health-phase-idle = Ei vielä avoinna
health-phase-prequeue = Ennakkojono
health-phase-queue = Avoinna
health-phase-paused = Tauolla
health-phase-disabled = Vapaa pääsy
health-phase-postqueue = Suljettu
health-updated = Päivitetty: { $time }
