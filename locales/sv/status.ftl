### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } före dig · { $room }
status-title-waiting = Du står i kö · { $room }
status-title-next = Du står på tur · { $room }
status-title-first-in-line = Det är din tur · { $room }
status-title-paused = Pausad · { $room }
status-title-sold-out = Slutsålt · { $room }
status-title-redirecting = Du släpps in · { $room }
status-title-starts = Tid till start: { $countdown } · { $room }
status-title-idle = Inte öppet än · { $room }
status-title-prequeue = Före start · { $room }
status-title-drawing = Lottning pågår · { $room }
status-title-ended = Stängt · { $room }

## Heading and the sentence under it
status-headline-in-line = Du står i kö
status-headline-next = Du står på tur
status-headline-almost = Det är snart din tur
status-headline-first-in-line = Det är din tur
status-headline-paused = Kön är pausad
status-headline-sold-out = Slutsålt för tillfället
status-headline-idle = Det har inte börjat än
status-headline-prequeue = Du är i förkön
status-headline-drawing = Lottning pågår
status-headline-ended = Det här väntrummet är stängt
status-lead-in-line = När det blir din tur släpper vi in dig automatiskt.
status-lead-next = Det är inte längre någon före dig. Vi släpper in dig så snart det finns plats.
status-lead-almost = Du är bland de närmaste som släpps in. Stanna kvar på den här sidan.
status-lead-first-in-line = Stanna kvar på den här sidan. Vi släpper in dig så snart det finns plats.
status-lead-paused = Ingen släpps in just nu. Du behåller din plats, och kön rör sig igen så snart det går.
status-lead-sold-out = Det finns inget kvar just nu, så ingen släpps in. Du behåller din plats ifall det kommer fler.
status-lead-idle = Du har ingen plats i kön än. Låt den här sidan vara öppen: den ger dig en plats så snart väntrummet öppnar.
status-lead-prequeue = Alla som är här vid start har samma chans: numren bestäms genom lottning. Det spelar ingen roll vem som kom först.
status-lead-drawing = Det tar några sekunder. Ditt nummer visas av sig självt så snart lottningen är klar.
status-lead-ended = Inga fler släpps in. Tack för ditt intresse.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Det är { $ahead } person före dig.
       *[other] Det är { $ahead } personer före dig.
    } Beräknad väntetid: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Det är { $ahead } person före dig.
       *[other] Det är { $ahead } personer före dig.
    }
status-announce-wait = Beräknad väntetid: { $wait }.
status-announce-next = Det är inte längre någon före dig. Beräknad väntetid: { $wait }.
status-announce-first-in-line = Det är din tur. Vi släpper in dig så snart det finns plats.
status-announce-paused = Kön är pausad. Du behåller din plats.
status-announce-redirecting = Vi släpper in dig nu.
status-announce-starts = Tid kvar till start: { $countdown }.
status-announce-idle = Det har inte börjat än. Du har ingen plats i kön än.
status-announce-prequeue = Du är i förkön. Numren bestäms genom lottning efter start.
status-announce-drawing = Lottning pågår. Det tar några sekunder.
status-announce-ended = Det här väntrummet är stängt.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = okänd just nu
status-wait-not-yet = ännu inte känd
status-wait-under-a-minute = mindre än en minut
status-wait-over-a-day = mer än ett dygn
status-wait-about = ungefär { $duration }
status-wait-up-to = upp till { $duration }
status-wait-between = { $low } till { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minut
       *[other] { $low }–{ $high } minuter
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } timme
       *[other] { $low }–{ $high } timmar
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Ungefär { $left } kvar.
status-stock-few = Bara några få kvar.

## The time to the start, under “Time until the start”
status-countdown-now = ett ögonblick
status-countdown-under-a-minute = mindre än en minut

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Väntetiden är längre nu eftersom folk släpps in långsammare.
status-reason-paused = Väntetiden är längre nu eftersom kön var pausad.
status-reason-more-came-back = Väntetiden är längre nu eftersom fler än väntat kom tillbaka.
status-reason-store-away = Väntetiden är längre nu eftersom vi har ett tekniskt problem. Vi arbetar på att lösa det.
status-reason-capped-by-sessions = Väntetiden är längre nu eftersom webbplatsen är full. Folk kommer in när andra lämnar den.
status-reason-pool-shared = Väntetiden är längre nu eftersom en annan kö leder till samma webbplats och det är mycket folk där också.
status-reason-autotune-slowed = Väntetiden är längre nu eftersom webbplatsen är långsam just nu, så färre släpps in.
status-reason-priority = Väntetiden är längre nu eftersom personer med förtur släpps in först.
status-reason-restored = Väntetiden är längre nu eftersom vi var tvungna att återställa kön efter ett tekniskt problem.
