### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } foran deg · { $room }
status-title-waiting = Du står i kø · { $room }
status-title-next = Du er neste · { $room }
status-title-first-in-line = Det er din tur · { $room }
status-title-paused = Satt på pause · { $room }
status-title-sold-out = Utsolgt · { $room }
status-title-redirecting = Du slippes inn · { $room }
status-title-starts = Tid til start: { $countdown } · { $room }
status-title-idle = Ikke åpnet ennå · { $room }
status-title-prequeue = Før start · { $room }
status-title-drawing = Numrene trekkes · { $room }
status-title-ended = Stengt · { $room }

## Heading and the sentence under it
status-headline-in-line = Du står i kø
status-headline-next = Du er neste
status-headline-almost = Det er snart din tur
status-headline-first-in-line = Det er din tur
status-headline-paused = Køen er satt på pause
status-headline-sold-out = Utsolgt akkurat nå
status-headline-idle = Det har ikke begynt ennå
status-headline-prequeue = Du er i forkøen
status-headline-drawing = Numrene trekkes nå
status-headline-ended = Dette venterommet er stengt
status-lead-in-line = Når det blir din tur, slipper vi deg inn automatisk.
status-lead-next = Det er ingen foran deg lenger. Vi slipper deg inn så snart det er plass.
status-lead-almost = Du er blant de neste vi slipper inn. Bli på denne siden.
status-lead-first-in-line = Bli på denne siden. Vi slipper deg inn så snart det er plass.
status-lead-paused = Ingen slippes inn akkurat nå. Du beholder plassen din, og køen går videre så snart det er mulig.
status-lead-sold-out = Det er ingenting igjen akkurat nå, så ingen slippes inn. Du beholder plassen din i tilfelle det kommer mer.
status-lead-idle = Du har ikke noen plass i køen ennå. Hold denne siden åpen: Den gir deg en plass så snart venterommet åpner.
status-lead-prequeue = Alle som er her ved start, har samme sjanse: Numrene trekkes. Det spiller ingen rolle hvem som kom først.
status-lead-drawing = Dette tar noen sekunder. Nummeret ditt vises av seg selv så snart trekningen er ferdig.
status-lead-ended = Ingen flere slippes inn. Takk for interessen.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Det er { $ahead } person foran deg.
       *[other] Det er { $ahead } personer foran deg.
    } Anslått ventetid: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Det er { $ahead } person foran deg.
       *[other] Det er { $ahead } personer foran deg.
    }
status-announce-wait = Anslått ventetid: { $wait }.
status-announce-next = Det er ingen foran deg lenger. Anslått ventetid: { $wait }.
status-announce-first-in-line = Det er din tur. Vi slipper deg inn så snart det er plass.
status-announce-paused = Køen er satt på pause. Du beholder plassen din.
status-announce-redirecting = Vi slipper deg inn nå.
status-announce-starts = Tid til start: { $countdown }.
status-announce-idle = Det har ikke begynt ennå. Du har ikke noen plass i køen ennå.
status-announce-prequeue = Du er i forkøen. Numrene trekkes etter start.
status-announce-drawing = Numrene trekkes nå. Dette tar noen sekunder.
status-announce-ended = Dette venterommet er stengt.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ikke kjent akkurat nå
status-wait-not-yet = ikke kjent ennå
status-wait-under-a-minute = mindre enn ett minutt
status-wait-over-a-day = mer enn ett døgn
status-wait-about = omtrent { $duration }
status-wait-up-to = opptil { $duration }
status-wait-between = { $low } til { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minutt
       *[other] { $low }–{ $high } minutter
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } time
       *[other] { $low }–{ $high } timer
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Omtrent { $left } igjen.
status-stock-few = Bare noen få igjen.

## The time to the start, under “Time until the start”
status-countdown-now = et øyeblikk
status-countdown-under-a-minute = mindre enn ett minutt

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Ventetiden er lengre nå fordi folk slippes saktere inn.
status-reason-paused = Ventetiden er lengre nå fordi køen var satt på pause.
status-reason-more-came-back = Ventetiden er lengre nå fordi flere enn ventet kom tilbake.
status-reason-store-away = Ventetiden er lengre nå fordi vi har et teknisk problem. Vi arbeider med saken.
status-reason-capped-by-sessions = Ventetiden er lengre nå fordi nettstedet er fullt. Folk kommer inn etter hvert som andre går.
status-reason-pool-shared = Ventetiden er lengre nå fordi en annen kø fører til samme nettsted, og også der er det stor pågang.
status-reason-autotune-slowed = Ventetiden er lengre nå fordi nettstedet er tregt akkurat nå, slik at færre slippes inn.
status-reason-priority = Ventetiden er lengre nå fordi personer med prioritet slippes inn først.
status-reason-restored = Ventetiden er lengre nå fordi vi måtte gjenopprette køen etter et teknisk problem.
