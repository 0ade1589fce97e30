### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } foran dig · { $room }
status-title-waiting = Du står i kø · { $room }
status-title-next = Du er den næste · { $room }
status-title-first-in-line = Det er din tur · { $room }
status-title-paused = På pause · { $room }
status-title-sold-out = Udsolgt · { $room }
status-title-redirecting = Du lukkes ind · { $room }
status-title-starts = Tid til start: { $countdown } · { $room }
status-title-idle = Endnu ikke åbent · { $room }
status-title-prequeue = Før start · { $room }
status-title-drawing = Lodtrækningen er i gang · { $room }
status-title-ended = Lukket · { $room }

## Heading and the sentence under it
status-headline-in-line = Du står i kø
status-headline-next = Du er den næste
status-headline-almost = Det er snart din tur
status-headline-first-in-line = Det er din tur
status-headline-paused = Køen er på pause
status-headline-sold-out = Udsolgt i øjeblikket
status-headline-idle = Det er ikke begyndt endnu
status-headline-prequeue = Du er i forkøen
status-headline-drawing = Lodtrækningen er i gang
status-headline-ended = Dette venterum er lukket
status-lead-in-line = Når det bliver din tur, lukker vi dig automatisk ind.
status-lead-next = Der er ikke længere nogen foran dig. Vi lukker dig ind, så snart der er plads.
status-lead-almost = Du er blandt de næste, vi lukker ind. Bliv på denne side.
status-lead-first-in-line = Bliv på denne side. Vi lukker dig ind, så snart der er plads.
status-lead-paused = Ingen lukkes ind i øjeblikket. Du beholder din plads, og køen går videre, så snart den kan.
status-lead-sold-out = Der er ikke flere tilbage lige nu, så ingen lukkes ind. Du beholder din plads i køen, hvis der skulle komme flere.
status-lead-idle = Du har ikke en plads i køen endnu. Hold denne side åben: Den giver dig en plads, så snart venterummet åbner.
status-lead-prequeue = Alle, der er her ved start, har samme chance: Der trækkes lod om numrene. Det er uden betydning, hvem der kom først.
status-lead-drawing = Det tager nogle få sekunder. Dit nummer vises af sig selv, så snart lodtrækningen er færdig.
status-lead-ended = Der lukkes ikke flere ind. Tak for din interesse.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Der er { $ahead } person foran dig.
       *[other] Der er { $ahead } personer foran dig.
    } Forventet ventetid: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Der er { $ahead } person foran dig.
       *[other] Der er { $ahead } personer foran dig.
    }
status-announce-wait = Forventet ventetid: { $wait }.
status-announce-next = Der er ikke længere nogen foran dig. Forventet ventetid: { $wait }.
status-announce-first-in-line = Det er din tur. Vi lukker dig ind, så snart der er plads.
status-announce-paused = Køen er på pause. Du beholder din plads.
status-announce-redirecting = Vi lukker dig ind nu.
status-announce-starts = Tid til start: { $countdown }.
status-announce-idle = Det er ikke begyndt endnu. Du har ikke en plads i køen endnu.
status-announce-prequeue = Du er i forkøen. Numrene trækkes efter start.
status-announce-drawing = Lodtrækningen er i gang. Det tager nogle få sekunder.
status-announce-ended = Dette venterum er lukket.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ukendt i øjeblikket
status-wait-not-yet = endnu ikke kendt
status-wait-under-a-minute = mindre end et minut
status-wait-over-a-day = mere end et døgn
status-wait-about = cirka { $duration }
status-wait-up-to = op til { $duration }
status-wait-between = fra { $low } til { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minut
       *[other] { $low }–{ $high } minutter
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } time
       *[other] { $low }–{ $high } timer
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Der er omkring { $left } tilbage.
status-stock-few = Der er kun få tilbage.

## The time to the start, under “Time until the start”
status-countdown-now = et øjeblik
status-countdown-under-a-minute = mindre end et minut

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ventetiden er længere nu, fordi folk lukkes langsommere ind.
status-reason-paused = Ventetiden er længere nu, fordi køen har været på pause.
status-reason-more-came-back = Ventetiden er længere nu, fordi flere end ventet er kommet tilbage.
status-reason-store-away = Ventetiden er længere nu, fordi vi har et teknisk problem. Vi arbejder på det.
status-reason-capped-by-sessions = Ventetiden er længere nu, fordi webstedet er fyldt. Nogen kommer ind, når andre går.
status-reason-pool-shared = Ventetiden er længere nu, fordi en anden kø fører til samme websted, og der er også travlt.
status-reason-autotune-slowed = Ventetiden er længere nu, fordi webstedet er langsomt i øjeblikket, så der lukkes færre ind.
status-reason-priority = Ventetiden er længere nu, fordi personer med prioritet lukkes ind først.
status-reason-restored = Ventetiden er længere nu, fordi vi måtte genskabe køen efter et teknisk problem.
