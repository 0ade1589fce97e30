### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Prieš jus: { $ahead } · { $room }
status-title-waiting = Esate eilėje · { $room }
status-title-next = Toliau – jūsų eilė · { $room }
status-title-first-in-line = Jūsų eilė · { $room }
status-title-paused = Pristabdyta · { $room }
status-title-sold-out = Išparduota · { $room }
status-title-redirecting = Jus įleidžiame · { $room }
status-title-starts = Iki pradžios: { $countdown } · { $room }
status-title-idle = Dar neatidaryta · { $room }
status-title-prequeue = Prieš pradžią · { $room }
status-title-drawing = Traukiami numeriai · { $room }
status-title-ended = Uždaryta · { $room }

## Heading and the sentence under it
status-headline-in-line = Esate eilėje
status-headline-next = Toliau – jūsų eilė
status-headline-almost = Beveik jūsų eilė
status-headline-first-in-line = Atėjo jūsų eilė
status-headline-paused = Eilė pristabdyta
status-headline-sold-out = Šiuo metu išparduota
status-headline-idle = Dar neprasidėjo
status-headline-prequeue = Esate išankstinėje eilėje
status-headline-drawing = Traukiami numeriai
status-headline-ended = Šis laukiamasis uždarytas
status-lead-in-line = Kai ateis jūsų eilė, įleisime jus automatiškai.
status-lead-next = Prieš jus nieko nebėra. Įleisime jus, kai tik atsiras vietos.
status-lead-almost = Esate tarp tų, kuriuos įleisime netrukus. Likite šiame puslapyje.
status-lead-first-in-line = Likite šiame puslapyje. Įleisime jus, kai tik atsiras vietos.
status-lead-paused = Šiuo metu niekas neįleidžiamas. Jūsų vieta lieka jums, o eilė judės toliau, kai tik bus galima.
status-lead-sold-out = Dabar nieko nebeliko, todėl niekas neįleidžiamas. Jūsų vieta eilėje lieka jums, jei atsirastų daugiau.
status-lead-idle = Vietos eilėje dar neturite. Laikykite šį puslapį atvertą: jis gaus jums vietą, kai tik laukiamasis bus atidarytas.
status-lead-prequeue = Visi, kurie pradžioje yra čia, turi vienodą galimybę: numeriai traukiami burtais. Nesvarbu, kas atėjo pirmas.
status-lead-drawing = Tai trunka kelias sekundes. Jūsų numeris atsiras pats, kai tik burtų traukimas baigsis.
status-lead-ended = Nieko nebeįleidžiame. Ačiū, kad domėjotės.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Prieš jus yra { $ahead } žmogus.
        [few] Prieš jus yra { $ahead } žmonės.
        [many] Prieš jus yra { $ahead } žmogaus.
       *[other] Prieš jus yra { $ahead } žmonių.
    } Numatomas laukimo laikas: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Prieš jus yra { $ahead } žmogus.
        [few] Prieš jus yra { $ahead } žmonės.
        [many] Prieš jus yra { $ahead } žmogaus.
       *[other] Prieš jus yra { $ahead } žmonių.
    }
status-announce-wait = Numatomas laukimo laikas: { $wait }.
status-announce-next = Prieš jus nieko nebėra. Numatomas laukimo laikas: { $wait }.
status-announce-first-in-line = Atėjo jūsų eilė. Įleisime jus, kai tik atsiras vietos.
status-announce-paused = Eilė pristabdyta. Jūsų vieta lieka jums.
status-announce-redirecting = Dabar jus įleidžiame.
status-announce-starts = Laikas iki pradžios: { $countdown }.
status-announce-idle = Dar neprasidėjo. Vietos eilėje dar neturite.
status-announce-prequeue = Esate išankstinėje eilėje. Numeriai bus traukiami po pradžios.
status-announce-drawing = Traukiami numeriai. Tai trunka kelias sekundes.
status-announce-ended = Šis laukiamasis uždarytas.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = šiuo metu nežinomas
status-wait-not-yet = dar nežinomas
status-wait-under-a-minute = mažiau nei minutė
status-wait-over-a-day = daugiau nei diena
status-wait-about = maždaug { $duration }
status-wait-up-to = ne daugiau kaip { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minutė
        [few] { $low }–{ $high } minutės
        [many] { $low }–{ $high } minutės
       *[other] { $low }–{ $high } minučių
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } valanda
        [few] { $low }–{ $high } valandos
        [many] { $low }–{ $high } valandos
       *[other] { $low }–{ $high } valandų
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Liko maždaug { $left }.
status-stock-few = Liko vos keli.

## The time to the start, under “Time until the start”
status-countdown-now = akimirka
status-countdown-under-a-minute = mažiau nei minutė

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Dabar laukti reikia ilgiau, nes žmonės įleidžiami lėčiau.
status-reason-paused = Dabar laukti reikia ilgiau, nes eilė buvo pristabdyta.
status-reason-more-came-back = Dabar laukti reikia ilgiau, nes sugrįžo daugiau žmonių, nei tikėtasi.
status-reason-store-away = Dabar laukti reikia ilgiau, nes turime techninių nesklandumų. Juos šaliname.
status-reason-capped-by-sessions = Dabar laukti reikia ilgiau, nes svetainė pilna. Nauji žmonės įeina, kai kiti išeina.
status-reason-pool-shared = Dabar laukti reikia ilgiau, nes į tą pačią svetainę veda dar viena eilė, ir joje taip pat daug žmonių.
status-reason-autotune-slowed = Dabar laukti reikia ilgiau, nes svetainė šiuo metu veikia lėtai, todėl įleidžiama mažiau žmonių.
status-reason-priority = Dabar laukti reikia ilgiau, nes pirmenybę turintys žmonės įleidžiami pirmiausia.
status-reason-restored = Dabar laukti reikia ilgiau, nes po techninių nesklandumų turėjome atkurti eilę.
