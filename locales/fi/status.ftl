### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } edelläsi · { $room }
status-title-waiting = Olet jonossa · { $room }
status-title-next = Olet seuraava · { $room }
status-title-first-in-line = On sinun vuorosi · { $room }
status-title-paused = Tauolla · { $room }
status-title-sold-out = Loppuunmyyty · { $room }
status-title-redirecting = Päästämme sinut sisään · { $room }
status-title-starts = Aikaa alkuun: { $countdown } · { $room }
status-title-idle = Ei vielä avoinna · { $room }
status-title-prequeue = Ennen alkua · { $room }
status-title-drawing = Numeroita arvotaan · { $room }
status-title-ended = Suljettu · { $room }

## Heading and the sentence under it
status-headline-in-line = Olet jonossa
status-headline-next = Olet seuraava
status-headline-almost = Vuorosi on lähellä
status-headline-first-in-line = On sinun vuorosi
status-headline-paused = Jono on tauolla
status-headline-sold-out = Tällä hetkellä loppuunmyyty
status-headline-idle = Ei vielä alkanut
status-headline-prequeue = Olet ennakkojonossa
status-headline-drawing = Numeroita arvotaan
status-headline-ended = Tämä odotushuone on suljettu
status-lead-in-line = Kun on sinun vuorosi, päästämme sinut sisään automaattisesti.
status-lead-next = Edelläsi ei ole enää ketään. Päästämme sinut sisään heti, kun tilaa on.
status-lead-almost = Olet seuraavien sisään päästettävien joukossa. Pysy tällä sivulla.
status-lead-first-in-line = Pysy tällä sivulla. Päästämme sinut sisään heti, kun tilaa on.
status-lead-paused = Ketään ei päästetä sisään juuri nyt. Säilytät paikkasi, ja jono etenee taas heti, kun se on mahdollista.
status-lead-sold-out = Juuri nyt mitään ei ole jäljellä, joten ketään ei päästetä sisään. Säilytät jonopaikkasi siltä varalta, että lisää tulee saataville.
status-lead-idle = Sinulla ei ole vielä paikkaa jonossa. Pidä tämä sivu auki: saat sen kautta paikan heti, kun odotushuone avautuu.
status-lead-prequeue = Kaikilla, jotka ovat täällä alussa, on samat mahdollisuudet: numerot arvotaan. Tulojärjestyksellä ei ole väliä.
status-lead-drawing = Tämä kestää muutaman sekunnin. Numerosi ilmestyy itsestään heti, kun arvonta on valmis.
status-lead-ended = Ketään ei enää päästetä sisään. Kiitos mielenkiinnostasi.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Edelläsi on { $ahead } henkilö.
       *[other] Edelläsi on { $ahead } henkilöä.
    } Arvioitu odotusaika: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Edelläsi on { $ahead } henkilö.
       *[other] Edelläsi on { $ahead } henkilöä.
    }
status-announce-wait = Arvioitu odotusaika: { $wait }.
status-announce-next = Edelläsi ei ole enää ketään. Arvioitu odotusaika: { $wait }.
status-announce-first-in-line = On sinun vuorosi. Päästämme sinut sisään heti, kun tilaa on.
status-announce-paused = Jono on tauolla. Säilytät paikkasi.
status-announce-redirecting = Päästämme sinut nyt sisään.
status-announce-starts = Aikaa alkuun: { $countdown }.
status-announce-idle = Ei vielä alkanut. Sinulla ei ole vielä paikkaa jonossa.
status-announce-prequeue = Olet ennakkojonossa. Numerot arvotaan alun jälkeen.
status-announce-drawing = Numeroita arvotaan. Tämä kestää muutaman sekunnin.
status-announce-ended = Tämä odotushuone on suljettu.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ei juuri nyt tiedossa
status-wait-not-yet = ei vielä tiedossa
status-wait-under-a-minute = alle minuutti
status-wait-over-a-day = yli vuorokausi
status-wait-about = noin { $duration }
status-wait-up-to = enintään { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuutti
       *[other] { $low }–{ $high } minuuttia
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } tunti
       *[other] { $low }–{ $high } tuntia
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Jäljellä noin { $left }.
status-stock-few = Jäljellä vain muutama.

## The time to the start, under “Time until the start”
status-countdown-now = pieni hetki
status-countdown-under-a-minute = alle minuutti

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Odotus on nyt pidempi, koska ihmisiä päästetään sisään hitaammin.
status-reason-paused = Odotus on nyt pidempi, koska jono oli tauolla.
status-reason-more-came-back = Odotus on nyt pidempi, koska odotettua useampi tuli takaisin.
status-reason-store-away = Odotus on nyt pidempi, koska meillä on tekninen ongelma. Korjaamme sitä parhaillaan.
status-reason-capped-by-sessions = Odotus on nyt pidempi, koska sivusto on täynnä. Ihmisiä pääsee sisään sitä mukaa kuin muita lähtee.
status-reason-pool-shared = Odotus on nyt pidempi, koska toinen jono johtaa samalle sivustolle ja sekin on ruuhkainen.
status-reason-autotune-slowed = Odotus on nyt pidempi, koska sivusto on juuri nyt hidas, joten sisään päästetään vähemmän ihmisiä.
status-reason-priority = Odotus on nyt pidempi, koska etuoikeuden saaneet päästetään sisään ensin.
status-reason-restored = Odotus on nyt pidempi, koska jouduimme palauttamaan jonon teknisen ongelman jälkeen.
