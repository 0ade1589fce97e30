### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Pred vami: { $ahead } · { $room }
status-title-waiting = Ste v rade · { $room }
status-title-next = Ste ďalší v poradí · { $room }
status-title-first-in-line = Ste na rade · { $room }
status-title-paused = Pozastavené · { $room }
status-title-sold-out = Vypredané · { $room }
status-title-redirecting = Vpúšťame vás · { $room }
status-title-starts = Do začiatku: { $countdown } · { $room }
status-title-idle = Ešte neotvorené · { $room }
status-title-prequeue = Pred začiatkom · { $room }
status-title-drawing = Žrebujú sa čísla · { $room }
status-title-ended = Zatvorené · { $room }

## Heading and the sentence under it
status-headline-in-line = Ste v rade
status-headline-next = Ste ďalší v poradí
status-headline-almost = Už ste takmer na rade
status-headline-first-in-line = Ste na rade
status-headline-paused = Rad je pozastavený
status-headline-sold-out = Momentálne vypredané
status-headline-idle = Ešte sa nezačalo
status-headline-prequeue = Ste v predbežnom rade
status-headline-drawing = Žrebujú sa čísla
status-headline-ended = Táto čakáreň je zatvorená
status-lead-in-line = Keď budete na rade, automaticky vás vpustíme.
status-lead-next = Pred vami už nikto nie je. Vpustíme vás hneď, ako sa uvoľní miesto na stránke.
status-lead-almost = Patríte k ďalším, ktorých vpustíme. Zostaňte na tejto stránke.
status-lead-first-in-line = Zostaňte na tejto stránke. Vpustíme vás hneď, ako sa uvoľní miesto.
status-lead-paused = Momentálne nikoho nevpúšťame. Miesto vám zostáva a rad sa pohne ďalej, hneď ako to bude možné.
status-lead-sold-out = Teraz už nič nezostalo, preto nikoho nevpúšťame. Miesto v rade vám zostáva pre prípad, že ešte niečo pribudne.
status-lead-idle = Miesto v rade ešte nemáte. Nechajte túto stránku otvorenú: získa vám ho hneď, ako sa čakáreň otvorí.
status-lead-prequeue = Každý, kto je tu pri začiatku, má rovnakú šancu: čísla sa žrebujú. Nezáleží na tom, kto prišiel prvý.
status-lead-drawing = Potrvá to niekoľko sekúnd. Vaše číslo sa zobrazí samo hneď po skončení žrebovania.
status-lead-ended = Už nikoho nevpúšťame. Ďakujeme za váš záujem.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Pred vami je { $ahead } človek.
        [few] Pred vami sú { $ahead } ľudia.
        [many] Pred vami je { $ahead } človeka.
       *[other] Pred vami je { $ahead } ľudí.
    } Odhadované čakanie: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Pred vami je { $ahead } človek.
        [few] Pred vami sú { $ahead } ľudia.
        [many] Pred vami je { $ahead } človeka.
       *[other] Pred vami je { $ahead } ľudí.
    }
status-announce-wait = Odhadované čakanie: { $wait }.
status-announce-next = Pred vami už nikto nie je. Odhadované čakanie: { $wait }.
status-announce-first-in-line = Ste na rade. Vpustíme vás hneď, ako sa uvoľní miesto.
status-announce-paused = Rad je pozastavený. Miesto vám zostáva.
status-announce-redirecting = Práve vás vpúšťame.
status-announce-starts = Čas do začiatku: { $countdown }.
status-announce-idle = Ešte sa nezačalo. Miesto v rade ešte nemáte.
status-announce-prequeue = Ste v predbežnom rade. Čísla sa budú žrebovať po začiatku.
status-announce-drawing = Žrebujú sa čísla. Potrvá to niekoľko sekúnd.
status-announce-ended = Táto čakáreň je zatvorená.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = zatiaľ nie je známe
status-wait-not-yet = ešte nie je známe
status-wait-under-a-minute = menej ako minúta
status-wait-over-a-day = viac ako deň
status-wait-about = približne { $duration }
status-wait-up-to = najviac { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low } – { $high } minúta
        [few] { $low } – { $high } minúty
        [many] { $low } – { $high } minúty
       *[other] { $low } – { $high } minút
    }
status-wait-range-hours =
    { $high ->
        [one] { $low } – { $high } hodina
        [few] { $low } – { $high } hodiny
        [many] { $low } – { $high } hodiny
       *[other] { $low } – { $high } hodín
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Zostáva približne { $left }.
status-stock-few = Zostáva už len málo.

## The time to the start, under “Time until the start”
status-countdown-now = okamih
status-countdown-under-a-minute = menej ako minúta

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Čakanie sa predĺžilo, pretože ľudí vpúšťame pomalšie.
status-reason-paused = Čakanie sa predĺžilo, pretože rad bol pozastavený.
status-reason-more-came-back = Čakanie sa predĺžilo, pretože sa vrátilo viac ľudí, než sa očakávalo.
status-reason-store-away = Čakanie sa predĺžilo, pretože máme technický problém. Pracujeme na ňom.
status-reason-capped-by-sessions = Čakanie sa predĺžilo, pretože webová stránka je plná. Ďalší vstupujú, keď iní odídu.
status-reason-pool-shared = Čakanie sa predĺžilo, pretože na tú istú webovú stránku vedie ďalší rad a aj v ňom je veľa ľudí.
status-reason-autotune-slowed = Čakanie sa predĺžilo, pretože webová stránka je teraz pomalá, a preto vpúšťame menej ľudí.
status-reason-priority = Čakanie sa predĺžilo, pretože najprv vpúšťame ľudí s prednosťou.
status-reason-restored = Čakanie sa predĺžilo, pretože sme po technickom probléme museli rad obnoviť.
