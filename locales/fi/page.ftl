### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Ihmisiä edelläsi
page-wait-label = Arvioitu odotusaika
page-number-label = Numerosi jonossa
page-progress-label = Etenemisesi jonossa
page-updated-label = Viimeksi päivitetty
page-message-label = Tiedote
page-keep-open = Pidä tämä sivu auki. Se päivittyy itsestään, ja säilytät paikkasi, vaikka lataisit sivun uudelleen tai palaisit vähän myöhemmin.
page-leave = Poistu jonosta
page-queue-id-label = Jonotunnus
page-offline = Yhteys on katkennut. Säilytät paikkasi, ja yritämme koko ajan uudelleen.
page-online-again = Yhteys on palautunut.
page-redirecting-headline = Päästämme sinut sisään
page-redirecting-lead = Kiitos odottamisesta. Olet perillä hetken kuluttua.
page-redirecting-link = Siirry sinne nyt
page-skip = Siirry jonopaikallesi
page-powered-by = Toteutus: Anteroom
page-about-link = Mikä tämä sivu on?
page-status-link = Tämän odotushuoneen tila

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Aikaa alkuun
page-prequeue-countdown-label = Aikaa ennakkojonon avautumiseen
# Label over a date with a time of day.
page-starts-at-label = Alkaa
page-keep-open-before = Pidä tämä sivu auki. Se päivittyy itsestään, ja pysyt mukana arvonnassa, vaikka lataisit sivun uudelleen tai palaisit ennen alkua.
page-keep-open-idle = Tämä sivu päivittyy itsestään. Sitä ei tarvitse ladata uudelleen.

## Be told when it is your turn
page-notify-heading = Ilmoita minulle, kun on vuoroni
page-notify-sound = Toista ääni
page-notify-vibration = Värinä
page-notify-notification = Näytä ilmoitus
page-notify-denied = Selaimesi ei salli ilmoituksia tältä sivulta. Voit muuttaa sen selaimen asetuksista.

## Language and device
page-language-label = Kieli
page-language-apply = Vaihda kieli
page-move-link = Jatka toisella laitteella

## The draw
page-draw-heading = Mitä alussa tapahtuu
page-draw-closing = Pian alun jälkeen ennakkojono sulkeutuu. Myöhemmin tulevat asettuvat jonoon kaikkien täällä olleiden taakse.
page-draw-chance = Sitten kaikille ennakkojonossa oleville arvotaan numero. Kaikilla on samat mahdollisuudet, tulivatpa he aikaisin tai myöhään.
page-draw-number = Numerosi ilmestyy tälle sivulle, ja ihmisiä päästetään sisään pienimmästä numerosta alkaen.
page-draw-with-beacon = Arvontaan otetaan mukaan julkinen satunnaisluku, jota kukaan ei voi tietää etukäteen. Siksi kukaan ei voi valita tulosta.
page-draw-check = Kuka tahansa voi tarkistaa arvonnan jälkikäteen.
page-draw-receipt = Kuka tahansa voi tarkistaa arvonnan jälkikäteen. Kuittisi todistaa, että olet mukana; säilytä se siihen asti.
page-draw-receipt-link = Lataa kuittisi
page-draw-check-link = Näin tarkistat arvonnan
page-drawn-link = Numerosi on arvottu – tarkista arvonta

## After the end
page-skip-content = Siirry sisältöön
page-ended-help = Mene suoraan sivustolle, niin näet, mitä nyt on tarjolla.
page-back-to-site = Takaisin sivustolle
