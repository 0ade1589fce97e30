### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Před vámi: { $ahead } · { $room }
status-title-waiting = Jste ve frontě · { $room }
status-title-next = Jste další na řadě · { $room }
status-title-first-in-line = Jste na řadě · { $room }
status-title-paused = Pozastaveno · { $room }
status-title-sold-out = Vyprodáno · { $room }
status-title-redirecting = Pouštíme vás dál · { $room }
status-title-starts = Do začátku: { $countdown } · { $room }
status-title-idle = Ještě není otevřeno · { $room }
status-title-prequeue = Před začátkem · { $room }
status-title-drawing = Losují se čísla · { $room }
status-title-ended = Uzavřeno · { $room }

## Heading and the sentence under it
status-headline-in-line = Jste ve frontě
status-headline-next = Jste další na řadě
status-headline-almost = Už jste skoro na řadě
status-headline-first-in-line = Jste na řadě
status-headline-paused = Fronta je pozastavená
status-headline-sold-out = Momentálně vyprodáno
status-headline-idle = Ještě to nezačalo
status-headline-prequeue = Jste v předběžné frontě
status-headline-drawing = Právě se losují čísla
status-headline-ended = Tato čekárna je uzavřená
status-lead-in-line = Až přijdete na řadu, automaticky vás pustíme dál.
status-lead-next = Nikdo už před vámi není. Pustíme vás dál, jakmile bude volno.
status-lead-almost = Patříte k těm, které pustíme dál jako další. Zůstaňte prosím na této stránce.
status-lead-first-in-line = Zůstaňte prosím na této stránce. Pustíme vás dál, jakmile bude volno.
status-lead-paused = Momentálně nikoho nepouštíme dál. Své místo si ponecháváte a fronta se dá znovu do pohybu, jakmile to půjde.
status-lead-sold-out = Teď už nic nezbývá, a proto nikoho nepouštíme dál. Své místo ve frontě si ponecháváte pro případ, že se něco uvolní.
status-lead-idle = Ještě nemáte místo ve frontě. Nechte tuto stránku otevřenou: místo díky ní dostanete, jakmile se čekárna otevře.
status-lead-prequeue = Každý, kdo je tu na začátku, má stejnou šanci: čísla se losují. Nezáleží na tom, kdo přišel první.
status-lead-drawing = Potrvá to několik sekund. Vaše číslo se objeví samo, jakmile losování skončí.
status-lead-ended = Nikoho už dál nepouštíme. Děkujeme za váš zájem.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Před vámi je { $ahead } člověk.
        [few] Před vámi jsou { $ahead } lidé.
        [many] Před vámi je { $ahead } člověka.
       *[other] Před vámi je { $ahead } lidí.
    } Odhadovaná doba čekání: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Před vámi je { $ahead } člověk.
        [few] Před vámi jsou { $ahead } lidé.
        [many] Před vámi je { $ahead } člověka.
       *[other] Před vámi je { $ahead } lidí.
    }
status-announce-wait = Odhadovaná doba čekání: { $wait }.
status-announce-next = Nikdo už před vámi není. Odhadovaná doba čekání: { $wait }.
status-announce-first-in-line = Jste na řadě. Pustíme vás dál, jakmile bude volno.
status-announce-paused = Fronta je pozastavená. Své místo si ponecháváte.
status-announce-redirecting = Právě vás pouštíme dál.
status-announce-starts = Čas do začátku: { $countdown }.
status-announce-idle = Ještě to nezačalo. Ještě nemáte místo ve frontě.
status-announce-prequeue = Jste v předběžné frontě. Čísla se losují po začátku.
status-announce-drawing = Právě se losují čísla. Potrvá to několik sekund.
status-announce-ended = Tato čekárna je uzavřená.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = momentálně neznámá
status-wait-not-yet = zatím neznámá
status-wait-under-a-minute = méně než minuta
status-wait-over-a-day = více než den
status-wait-about = přibližně { $duration }
status-wait-up-to = nejvýše { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuta
        [few] { $low }–{ $high } minuty
        [many] { $low }–{ $high } minuty
       *[other] { $low }–{ $high } minut
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } hodina
        [few] { $low }–{ $high } hodiny
        [many] { $low }–{ $high } hodiny
       *[other] { $low }–{ $high } hodin
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Zbývá přibližně { $left }.
status-stock-few = Zbývá už jen málo.

## The time to the start, under “Time until the start”
status-countdown-now = chvilka
status-countdown-under-a-minute = méně než minuta

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Čekání je teď delší, protože lidi pouštíme dál pomaleji.
status-reason-paused = Čekání je teď delší, protože fronta byla pozastavená.
status-reason-more-came-back = Čekání je teď delší, protože se vrátilo víc lidí, než se čekalo.
status-reason-store-away = Čekání je teď delší, protože máme technický problém. Pracujeme na něm.
status-reason-capped-by-sessions = Čekání je teď delší, protože web je plný. Další lidé vstupují, jak jiní odcházejí.
status-reason-pool-shared = Čekání je teď delší, protože na stejný web vede ještě jiná fronta a i v ní je plno.
status-reason-autotune-slowed = Čekání je teď delší, protože web je momentálně pomalý, a tak pouštíme dál méně lidí.
status-reason-priority = Čekání je teď delší, protože lidé s předností jsou vpouštěni první.
status-reason-restored = Čekání je teď delší, protože jsme po technickém problému museli frontu obnovit.
