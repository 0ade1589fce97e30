### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Ispred vas: { $ahead } · { $room }
status-title-waiting = Čekate u redu · { $room }
status-title-next = Vi ste sljedeći · { $room }
status-title-first-in-line = Vi ste na redu · { $room }
status-title-paused = Pauzirano · { $room }
status-title-sold-out = Rasprodano · { $room }
status-title-redirecting = Ulazite · { $room }
status-title-starts = Do početka: { $countdown } · { $room }
status-title-idle = Još nije otvoreno · { $room }
status-title-prequeue = Prije početka · { $room }
status-title-drawing = Izvlače se brojevi · { $room }
status-title-ended = Zatvoreno · { $room }

## Heading and the sentence under it
status-headline-in-line = Čekate u redu
status-headline-next = Vi ste sljedeći
status-headline-almost = Uskoro ste na redu
status-headline-first-in-line = Vi ste na redu
status-headline-paused = Red je pauziran
status-headline-sold-out = Trenutačno rasprodano
status-headline-idle = Još nije počelo
status-headline-prequeue = U pripremnom ste redu
status-headline-drawing = Izvlače se brojevi
status-headline-ended = Ova je čekaonica zatvorena
status-lead-in-line = Kad dođete na red, automatski ćemo vas pustiti unutra.
status-lead-next = Ispred vas više nema nikoga. Pustit ćemo vas unutra čim bude mjesta.
status-lead-almost = Među sljedećima ste koje ćemo pustiti unutra. Ostanite na ovoj stranici.
status-lead-first-in-line = Ostanite na ovoj stranici. Pustit ćemo vas unutra čim bude mjesta.
status-lead-paused = Trenutačno nikoga ne puštamo unutra. Zadržavate svoje mjesto, a red će krenuti dalje čim to bude moguće.
status-lead-sold-out = Trenutačno ništa nije preostalo pa nikoga ne puštamo unutra. Zadržavate svoje mjesto u redu za slučaj da još nešto postane dostupno.
status-lead-idle = Još nemate mjesto u redu. Ostavite ovu stranicu otvorenom: ona će vam ga osigurati čim se čekaonica otvori.
status-lead-prequeue = Svi koji su ovdje na početku imaju jednake izglede: brojevi se izvlače ždrijebom. Nije važno tko je došao prvi.
status-lead-drawing = To traje nekoliko sekundi. Vaš će se broj sam prikazati čim ždrijeb završi.
status-lead-ended = Više nikoga ne puštamo unutra. Hvala na zanimanju.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Ispred vas je { $ahead } osoba.
        [few] Ispred vas su { $ahead } osobe.
       *[other] Ispred vas je { $ahead } osoba.
    } Procijenjeno čekanje: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Ispred vas je { $ahead } osoba.
        [few] Ispred vas su { $ahead } osobe.
       *[other] Ispred vas je { $ahead } osoba.
    }
status-announce-wait = Procijenjeno čekanje: { $wait }.
status-announce-next = Ispred vas više nema nikoga. Procijenjeno čekanje: { $wait }.
status-announce-first-in-line = Vi ste na redu. Pustit ćemo vas unutra čim bude mjesta.
status-announce-paused = Red je pauziran. Zadržavate svoje mjesto.
status-announce-redirecting = Upravo vas puštamo unutra.
status-announce-starts = Vrijeme do početka: { $countdown }.
status-announce-idle = Još nije počelo. Još nemate mjesto u redu.
status-announce-prequeue = U pripremnom ste redu. Brojevi se izvlače nakon početka.
status-announce-drawing = Izvlače se brojevi. To traje nekoliko sekundi.
status-announce-ended = Ova je čekaonica zatvorena.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = trenutačno nepoznato
status-wait-not-yet = još nepoznato
status-wait-under-a-minute = manje od minute
status-wait-over-a-day = više od jednog dana
status-wait-about = otprilike { $duration }
status-wait-up-to = najviše { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low } – { $high } minuta
        [few] { $low } – { $high } minute
       *[other] { $low } – { $high } minuta
    }
status-wait-range-hours =
    { $high ->
        [one] { $low } – { $high } sat
        [few] { $low } – { $high } sata
       *[other] { $low } – { $high } sati
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Preostalo je oko { $left }.
status-stock-few = Preostalo je još samo malo.

## The time to the start, under “Time until the start”
status-countdown-now = trenutak
status-countdown-under-a-minute = manje od minute

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Čekanje je sada dulje jer ljude puštamo unutra sporije.
status-reason-paused = Čekanje je sada dulje jer je red bio pauziran.
status-reason-more-came-back = Čekanje je sada dulje jer se vratilo više ljudi nego što se očekivalo.
status-reason-store-away = Čekanje je sada dulje jer imamo tehničkih poteškoća. Radimo na tome.
status-reason-capped-by-sessions = Čekanje je sada dulje jer je web-stranica puna. Novi ulaze kako drugi odlaze.
status-reason-pool-shared = Čekanje je sada dulje jer na istu web-stranicu vodi još jedan red u kojem je također gužva.
status-reason-autotune-slowed = Čekanje je sada dulje jer je web-stranica trenutačno spora, pa ulazi manje ljudi.
status-reason-priority = Čekanje je sada dulje jer prvo ulaze ljudi koji imaju prednost.
status-reason-restored = Čekanje je sada dulje jer smo nakon tehničkih poteškoća morali obnoviti red.
