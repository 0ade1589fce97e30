### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Nog { $ahead } voor u · { $room }
status-title-waiting = U staat in de rij · { $room }
status-title-next = U bent hierna aan de beurt · { $room }
status-title-first-in-line = U bent aan de beurt · { $room }
status-title-paused = Gepauzeerd · { $room }
status-title-sold-out = Uitverkocht · { $room }
status-title-redirecting = We laten u binnen · { $room }
status-title-starts = Tot de start: { $countdown } · { $room }
status-title-idle = Nog niet open · { $room }
status-title-prequeue = Vóór de start · { $room }
status-title-drawing = De loting is bezig · { $room }
status-title-ended = Gesloten · { $room }

## Heading and the sentence under it
status-headline-in-line = U staat in de rij
status-headline-next = U bent hierna aan de beurt
status-headline-almost = U bent bijna aan de beurt
status-headline-first-in-line = U bent aan de beurt
status-headline-paused = De rij staat even stil
status-headline-sold-out = Op dit moment uitverkocht
status-headline-idle = Het is nog niet begonnen
status-headline-prequeue = U staat in de voorwachtrij
status-headline-drawing = De loting is bezig
status-headline-ended = Deze wachtkamer is gesloten
status-lead-in-line = Als u aan de beurt bent, laten we u automatisch binnen.
status-lead-next = Er is niemand meer voor u. We laten u binnen zodra er ruimte is.
status-lead-almost = U bent een van de volgenden die we binnenlaten. Blijf op deze pagina.
status-lead-first-in-line = Blijf op deze pagina. We laten u binnen zodra er ruimte is.
status-lead-paused = Op dit moment wordt niemand binnengelaten. U houdt uw plaats, en de rij gaat verder zodra het kan.
status-lead-sold-out = Er is nu niets meer over, dus er wordt niemand binnengelaten. U houdt uw plaats voor het geval er weer iets vrijkomt.
status-lead-idle = U hebt nog geen plaats in de rij. Houd deze pagina open: u krijgt hier een plaats zodra de wachtkamer opengaat.
status-lead-prequeue = Iedereen die hier bij de start is, heeft dezelfde kans: de nummers worden door loting bepaald. Het maakt niet uit wie er het eerst was.
status-lead-drawing = Dit duurt een paar seconden. Uw nummer verschijnt vanzelf zodra de loting klaar is.
status-lead-ended = Er wordt niemand meer binnengelaten. Bedankt voor uw belangstelling.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Er is { $ahead } persoon voor u.
       *[other] Er zijn { $ahead } mensen voor u.
    } Geschatte wachttijd: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Er is { $ahead } persoon voor u.
       *[other] Er zijn { $ahead } mensen voor u.
    }
status-announce-wait = Geschatte wachttijd: { $wait }.
status-announce-next = Er is niemand meer voor u. Geschatte wachttijd: { $wait }.
status-announce-first-in-line = U bent aan de beurt. We laten u binnen zodra er ruimte is.
status-announce-paused = De rij staat even stil. U houdt uw plaats.
status-announce-redirecting = We laten u nu binnen.
status-announce-starts = Tijd tot de start: { $countdown }.
status-announce-idle = Het is nog niet begonnen. U hebt nog geen plaats in de rij.
status-announce-prequeue = U staat in de voorwachtrij. De nummers worden na de start door loting bepaald.
status-announce-drawing = De loting is bezig. Dit duurt een paar seconden.
status-announce-ended = Deze wachtkamer is gesloten.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = op dit moment niet bekend
status-wait-not-yet = nog niet bekend
status-wait-under-a-minute = minder dan een minuut
status-wait-over-a-day = meer dan een dag
status-wait-about = ongeveer { $duration }
status-wait-up-to = maximaal { $duration }
status-wait-between = { $low } tot { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuut
       *[other] { $low }–{ $high } minuten
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } uur
       *[other] { $low }–{ $high } uur
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Nog ongeveer { $left } over.
status-stock-few = Nog maar een paar over.

## The time to the start, under “Time until the start”
status-countdown-now = nog heel even
status-countdown-under-a-minute = minder dan een minuut

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = De wachttijd is nu langer omdat mensen langzamer worden binnengelaten.
status-reason-paused = De wachttijd is nu langer omdat de rij heeft stilgestaan.
status-reason-more-came-back = De wachttijd is nu langer omdat er meer mensen zijn teruggekomen dan verwacht.
status-reason-store-away = De wachttijd is nu langer omdat we een technische storing hebben. We werken eraan.
status-reason-capped-by-sessions = De wachttijd is nu langer omdat de website vol is. Er kunnen mensen in als anderen weggaan.
status-reason-pool-shared = De wachttijd is nu langer omdat een andere rij naar dezelfde website leidt en het daar ook druk is.
status-reason-autotune-slowed = De wachttijd is nu langer omdat de website op dit moment traag is en er daarom minder mensen worden binnengelaten.
status-reason-priority = De wachttijd is nu langer omdat mensen met voorrang het eerst worden binnengelaten.
status-reason-restored = De wachttijd is nu langer omdat we de rij na een technische storing moesten herstellen.
