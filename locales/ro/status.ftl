### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Înaintea dumneavoastră: { $ahead } · { $room }
status-title-waiting = Sunteți la coadă · { $room }
status-title-next = Urmați dumneavoastră · { $room }
status-title-first-in-line = Este rândul dumneavoastră · { $room }
status-title-paused = În pauză · { $room }
status-title-sold-out = Stoc epuizat · { $room }
status-title-redirecting = Intrați acum · { $room }
status-title-starts = Până la început: { $countdown } · { $room }
status-title-idle = Încă nu s-a deschis · { $room }
status-title-prequeue = Înainte de început · { $room }
status-title-drawing = Se trag numerele la sorți · { $room }
status-title-ended = Închis · { $room }

## Heading and the sentence under it
status-headline-in-line = Sunteți la coadă
status-headline-next = Urmați dumneavoastră
status-headline-almost = Aproape v-a venit rândul
status-headline-first-in-line = Este rândul dumneavoastră
status-headline-paused = Coada este în pauză
status-headline-sold-out = Stoc epuizat momentan
status-headline-idle = Încă nu a început
status-headline-prequeue = Sunteți în coada preliminară
status-headline-drawing = Se trag numerele la sorți
status-headline-ended = Această sală de așteptare este închisă
status-lead-in-line = Când vă vine rândul, vă lăsăm să intrați automat.
status-lead-next = Nu mai este nimeni înaintea dumneavoastră. Vă lăsăm să intrați imediat ce este loc.
status-lead-almost = Sunteți printre următoarele persoane pe care le lăsăm să intre. Vă rugăm să rămâneți pe această pagină.
status-lead-first-in-line = Vă rugăm să rămâneți pe această pagină. Vă lăsăm să intrați imediat ce este loc.
status-lead-paused = În acest moment nu intră nimeni. Vă păstrați locul, iar coada merge mai departe imediat ce se poate.
status-lead-sold-out = Acum nu a mai rămas nimic, de aceea nu intră nimeni. Vă păstrați locul, în caz că mai apare ceva.
status-lead-idle = Încă nu aveți un loc la coadă. Lăsați această pagină deschisă: veți primi unul imediat ce se deschide sala de așteptare.
status-lead-prequeue = Toți cei care sunt aici la început au aceeași șansă: numerele se trag la sorți. Nu contează cine a venit primul.
status-lead-drawing = Durează câteva secunde. Numărul dumneavoastră apare singur imediat ce se încheie tragerea la sorți.
status-lead-ended = Nu mai intră nimeni. Vă mulțumim pentru interes.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } persoană este înaintea dumneavoastră.
        [few] { $ahead } persoane sunt înaintea dumneavoastră.
       *[other] { $ahead } de persoane sunt înaintea dumneavoastră.
    } Timp de așteptare estimat: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } persoană este înaintea dumneavoastră.
        [few] { $ahead } persoane sunt înaintea dumneavoastră.
       *[other] { $ahead } de persoane sunt înaintea dumneavoastră.
    }
status-announce-wait = Timp de așteptare estimat: { $wait }.
status-announce-next = Nu mai este nimeni înaintea dumneavoastră. Timp de așteptare estimat: { $wait }.
status-announce-first-in-line = Este rândul dumneavoastră. Vă lăsăm să intrați imediat ce este loc.
status-announce-paused = Coada este în pauză. Vă păstrați locul.
status-announce-redirecting = Vă lăsăm acum să intrați.
status-announce-starts = Timp până la început: { $countdown }.
status-announce-idle = Încă nu a început. Încă nu aveți un loc la coadă.
status-announce-prequeue = Sunteți în coada preliminară. Numerele se trag la sorți după început.
status-announce-drawing = Se trag numerele la sorți. Durează câteva secunde.
status-announce-ended = Această sală de așteptare este închisă.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = necunoscut deocamdată
status-wait-not-yet = încă necunoscut
status-wait-under-a-minute = mai puțin de un minut
status-wait-over-a-day = mai mult de o zi
status-wait-about = aproximativ { $duration }
status-wait-up-to = cel mult { $duration }
status-wait-between = de la { $low } la { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minut
        [few] { $low }–{ $high } minute
       *[other] { $low }–{ $high } de minute
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } oră
        [few] { $low }–{ $high } ore
       *[other] { $low }–{ $high } de ore
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Au mai rămas aproximativ { $left }.
status-stock-few = Au mai rămas doar câteva.

## The time to the start, under “Time until the start”
status-countdown-now = o clipă
status-countdown-under-a-minute = mai puțin de un minut

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Așteptarea este acum mai lungă, pentru că oamenii sunt lăsați să intre mai încet.
status-reason-paused = Așteptarea este acum mai lungă, pentru că a fost o pauză la coadă.
status-reason-more-came-back = Așteptarea este acum mai lungă, pentru că au revenit mai multe persoane decât era de așteptat.
status-reason-store-away = Așteptarea este acum mai lungă, pentru că avem o problemă tehnică. Lucrăm la rezolvarea ei.
status-reason-capped-by-sessions = Așteptarea este acum mai lungă, pentru că site-ul este plin. Intră alții pe măsură ce unii pleacă.
status-reason-pool-shared = Așteptarea este acum mai lungă, pentru că la același site duce încă o coadă, și ea aglomerată.
status-reason-autotune-slowed = Așteptarea este acum mai lungă, pentru că site-ul merge încet în acest moment, așa că intră mai puține persoane.
status-reason-priority = Așteptarea este acum mai lungă, pentru că persoanele cu prioritate intră primele.
status-reason-restored = Așteptarea este acum mai lungă, pentru că a trebuit să restabilim coada după o problemă tehnică.
