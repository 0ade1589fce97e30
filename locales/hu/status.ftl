### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Ön előtt: { $ahead } · { $room }
status-title-waiting = Ön sorban áll · { $room }
status-title-next = Ön a következő · { $room }
status-title-first-in-line = Önre került a sor · { $room }
status-title-paused = Szünetel · { $room }
status-title-sold-out = Elfogyott · { $room }
status-title-redirecting = Beengedjük · { $room }
status-title-starts = A kezdésig: { $countdown } · { $room }
status-title-idle = Még nem nyitott ki · { $room }
status-title-prequeue = Kezdés előtt · { $room }
status-title-drawing = Sorsoljuk a sorszámokat · { $room }
status-title-ended = Zárva · { $room }

## Heading and the sentence under it
status-headline-in-line = Ön sorban áll
status-headline-next = Ön a következő
status-headline-almost = Mindjárt Ön következik
status-headline-first-in-line = Önre került a sor
status-headline-paused = A sor szünetel
status-headline-sold-out = Jelenleg elfogyott
status-headline-idle = Még nem kezdődött el
status-headline-prequeue = Ön az előzetes sorban áll
status-headline-drawing = A sorszámok sorsolása folyik
status-headline-ended = Ez a váróterem bezárt
status-lead-in-line = Amikor Önre kerül a sor, automatikusan beengedjük.
status-lead-next = Már senki nincs Ön előtt. Beengedjük, amint hely szabadul fel a webhelyen.
status-lead-almost = Ön a következők között van, akiket beengedünk. Kérjük, maradjon ezen az oldalon.
status-lead-first-in-line = Kérjük, maradjon ezen az oldalon. Beengedjük, amint hely szabadul fel a webhelyen.
status-lead-paused = Pillanatnyilag senkit nem engedünk be. Ön megtartja a helyét, és a sor továbbhalad, amint lehetséges.
status-lead-sold-out = Most semmi sem maradt, ezért senkit nem engedünk be. Ön megtartja a helyét a sorban arra az esetre, ha ismét lesz készlet.
status-lead-idle = Önnek még nincs helye a sorban. Tartsa nyitva ezt az oldalt: amint a váróterem kinyit, helyet szerez Önnek.
status-lead-prequeue = Mindenkinek egyforma az esélye, aki a kezdéskor itt van: a sorszámokat kisorsolják. Nem számít, ki érkezett előbb.
status-lead-drawing = Ez néhány másodpercig tart. A sorszáma magától megjelenik, amint a sorsolás véget ér.
status-lead-ended = Már senkit nem engedünk be. Köszönjük az érdeklődését.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } ember van Ön előtt.
       *[other] { $ahead } ember van Ön előtt.
    } Becsült várakozás: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } ember van Ön előtt.
       *[other] { $ahead } ember van Ön előtt.
    }
status-announce-wait = Becsült várakozás: { $wait }.
status-announce-next = Már senki nincs Ön előtt. Becsült várakozás: { $wait }.
status-announce-first-in-line = Önre került a sor. Beengedjük, amint hely szabadul fel a webhelyen.
status-announce-paused = A sor szünetel. Ön megtartja a helyét.
status-announce-redirecting = Most beengedjük Önt.
status-announce-starts = A kezdésig hátralévő idő: { $countdown }.
status-announce-idle = Még nem kezdődött el. Önnek még nincs helye a sorban.
status-announce-prequeue = Ön az előzetes sorban áll. A sorszámokat a kezdés után sorsolják ki.
status-announce-drawing = A sorszámok sorsolása folyik. Ez néhány másodpercig tart.
status-announce-ended = Ez a váróterem bezárt.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = jelenleg nem ismert
status-wait-not-yet = még nem ismert
status-wait-under-a-minute = kevesebb mint egy perc
status-wait-over-a-day = több mint egy nap
status-wait-about = körülbelül { $duration }
status-wait-up-to = legfeljebb { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } perc
       *[other] { $low }–{ $high } perc
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } óra
       *[other] { $low }–{ $high } óra
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Körülbelül { $left } maradt.
status-stock-few = Már csak néhány maradt.

## The time to the start, under “Time until the start”
status-countdown-now = egy pillanat
status-countdown-under-a-minute = kevesebb mint egy perc

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = A várakozás azért hosszabb most, mert lassabban engedjük be az embereket.
status-reason-paused = A várakozás azért hosszabb most, mert a sor szünetelt.
status-reason-more-came-back = A várakozás azért hosszabb most, mert a vártnál többen tértek vissza.
status-reason-store-away = A várakozás azért hosszabb most, mert műszaki problémánk van. Dolgozunk a megoldásán.
status-reason-capped-by-sessions = A várakozás azért hosszabb most, mert a webhely megtelt. Akkor léphetnek be újak, amikor mások távoznak.
status-reason-pool-shared = A várakozás azért hosszabb most, mert egy másik sor is ugyanerre a webhelyre vezet, és abban is sokan állnak.
status-reason-autotune-slowed = A várakozás azért hosszabb most, mert a webhely pillanatnyilag lassú, ezért kevesebben jutnak be.
status-reason-priority = A várakozás azért hosszabb most, mert az elsőbbséggel rendelkezők előbb jutnak be.
status-reason-restored = A várakozás azért hosszabb most, mert egy műszaki probléma után helyre kellett állítanunk a sort.
