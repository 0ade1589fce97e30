### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Teie ees: { $ahead } · { $room }
status-title-waiting = Olete järjekorras · { $room }
status-title-next = Olete järgmine · { $room }
status-title-first-in-line = Teie kord · { $room }
status-title-paused = Peatatud · { $room }
status-title-sold-out = Välja müüdud · { $room }
status-title-redirecting = Pääsete sisse · { $room }
status-title-starts = Alguseni: { $countdown } · { $room }
status-title-idle = Pole veel avatud · { $room }
status-title-prequeue = Enne algust · { $room }
status-title-drawing = Numbreid loositakse · { $room }
status-title-ended = Suletud · { $room }

## Heading and the sentence under it
status-headline-in-line = Olete järjekorras
status-headline-next = Olete järgmine
status-headline-almost = Teie kord on peaaegu käes
status-headline-first-in-line = On teie kord
status-headline-paused = Järjekord on peatatud
status-headline-sold-out = Hetkel välja müüdud
status-headline-idle = Pole veel alanud
status-headline-prequeue = Olete eeljärjekorras
status-headline-drawing = Numbreid loositakse
status-headline-ended = See ooteruum on suletud
status-lead-in-line = Kui on teie kord, laseme teid automaatselt sisse.
status-lead-next = Teie ees ei ole enam kedagi. Laseme teid sisse niipea, kui on ruumi.
status-lead-almost = Olete järgmiste seas, kelle sisse laseme. Palun jääge sellele lehele.
status-lead-first-in-line = Palun jääge sellele lehele. Laseme teid sisse niipea, kui on ruumi.
status-lead-paused = Praegu ei lasta kedagi sisse. Teie koht jääb teile alles ja järjekord liigub edasi niipea, kui võimalik.
status-lead-sold-out = Praegu ei ole midagi järel, seepärast ei lasta kedagi sisse. Koht järjekorras jääb teile alles juhuks, kui midagi juurde tuleb.
status-lead-idle = Teil ei ole veel kohta järjekorras. Jätke see leht avatuks: see saab teile koha niipea, kui ooteruum avatakse.
status-lead-prequeue = Kõigil, kes on alguses siin, on võrdne võimalus: numbrid loositakse. Ei ole oluline, kes tuli esimesena.
status-lead-drawing = See võtab mõne sekundi. Teie number ilmub ise niipea, kui loosimine on tehtud.
status-lead-ended = Enam ei lasta kedagi sisse. Täname huvi eest.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Teie ees on { $ahead } inimene.
       *[other] Teie ees on { $ahead } inimest.
    } Hinnanguline ooteaeg: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Teie ees on { $ahead } inimene.
       *[other] Teie ees on { $ahead } inimest.
    }
status-announce-wait = Hinnanguline ooteaeg: { $wait }.
status-announce-next = Teie ees ei ole enam kedagi. Hinnanguline ooteaeg: { $wait }.
status-announce-first-in-line = On teie kord. Laseme teid sisse niipea, kui on ruumi.
status-announce-paused = Järjekord on peatatud. Teie koht jääb teile alles.
status-announce-redirecting = Laseme teid nüüd sisse.
status-announce-starts = Aega alguseni: { $countdown }.
status-announce-idle = Pole veel alanud. Teil ei ole veel kohta järjekorras.
status-announce-prequeue = Olete eeljärjekorras. Numbrid loositakse pärast algust.
status-announce-drawing = Numbreid loositakse. See võtab mõne sekundi.
status-announce-ended = See ooteruum on suletud.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = praegu teadmata
status-wait-not-yet = veel teadmata
status-wait-under-a-minute = alla minuti
status-wait-over-a-day = üle ööpäeva
status-wait-about = umbes { $duration }
status-wait-up-to = kõige rohkem { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minut
       *[other] { $low }–{ $high } minutit
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } tund
       *[other] { $low }–{ $high } tundi
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Järel on umbes { $left }.
status-stock-few = Järel on ainult üksikud.

## The time to the start, under “Time until the start”
status-countdown-now = hetk
status-countdown-under-a-minute = alla minuti

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ooteaeg on nüüd pikem, sest inimesi lastakse sisse aeglasemalt.
status-reason-paused = Ooteaeg on nüüd pikem, sest järjekord oli peatatud.
status-reason-more-came-back = Ooteaeg on nüüd pikem, sest tagasi tuli oodatust rohkem inimesi.
status-reason-store-away = Ooteaeg on nüüd pikem, sest meil on tehniline tõrge. Tegeleme sellega.
status-reason-capped-by-sessions = Ooteaeg on nüüd pikem, sest veebisait on täis. Uusi lastakse sisse siis, kui teised lahkuvad.
status-reason-pool-shared = Ooteaeg on nüüd pikem, sest samale veebisaidile viib ka teine järjekord, kus on samuti palju inimesi.
status-reason-autotune-slowed = Ooteaeg on nüüd pikem, sest veebisait on praegu aeglane ja seetõttu lastakse sisse vähem inimesi.
status-reason-priority = Ooteaeg on nüüd pikem, sest eelisõigusega inimesed lastakse sisse esimesena.
status-reason-restored = Ooteaeg on nüüd pikem, sest pidime järjekorra pärast tehnilist tõrget taastama.
