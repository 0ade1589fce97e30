### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Pred vami: { $ahead } · { $room }
status-title-waiting = V čakalni vrsti ste · { $room }
status-title-next = Naslednji ste vi · { $room }
status-title-first-in-line = Na vrsti ste · { $room }
status-title-paused = Začasno ustavljeno · { $room }
status-title-sold-out = Razprodano · { $room }
status-title-redirecting = Vstopate · { $room }
status-title-starts = Do začetka: { $countdown } · { $room }
status-title-idle = Še ni odprto · { $room }
status-title-prequeue = Pred začetkom · { $room }
status-title-drawing = Številke se žrebajo · { $room }
status-title-ended = Zaprto · { $room }

## Heading and the sentence under it
status-headline-in-line = V čakalni vrsti ste
status-headline-next = Naslednji ste vi
status-headline-almost = Skoraj ste že na vrsti
status-headline-first-in-line = Na vrsti ste
status-headline-paused = Vrsta je začasno ustavljena
status-headline-sold-out = Trenutno razprodano
status-headline-idle = Še se ni začelo
status-headline-prequeue = V predhodni vrsti ste
status-headline-drawing = Številke se žrebajo
status-headline-ended = Ta čakalnica je zaprta
status-lead-in-line = Ko boste na vrsti, vas samodejno spustimo naprej.
status-lead-next = Pred vami ni nikogar več. Naprej vas spustimo takoj, ko bo prostor.
status-lead-almost = Med naslednjimi ste, ki jih spustimo naprej. Ostanite na tej strani.
status-lead-first-in-line = Ostanite na tej strani. Naprej vas spustimo takoj, ko bo prostor.
status-lead-paused = Trenutno ne spuščamo nikogar naprej. Svoje mesto obdržite, vrsta pa se bo premaknila takoj, ko bo mogoče.
status-lead-sold-out = Trenutno ni ostalo nič, zato ne spuščamo nikogar naprej. Svoje mesto v vrsti obdržite, če bo spet kaj na voljo.
status-lead-idle = Mesta v vrsti še nimate. To stran pustite odprto: mesto vam pridobi takoj, ko se čakalnica odpre.
status-lead-prequeue = Vsi, ki so tukaj ob začetku, imajo enake možnosti: številke se žrebajo. Ni pomembno, kdo je prišel prvi.
status-lead-drawing = To traja nekaj sekund. Vaša številka se prikaže sama takoj po koncu žreba.
status-lead-ended = Nikogar več ne spuščamo naprej. Hvala za vaše zanimanje.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Pred vami je { $ahead } oseba.
        [two] Pred vami sta { $ahead } osebi.
        [few] Pred vami so { $ahead } osebe.
       *[other] Pred vami je { $ahead } oseb.
    } Ocenjeno čakanje: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Pred vami je { $ahead } oseba.
        [two] Pred vami sta { $ahead } osebi.
        [few] Pred vami so { $ahead } osebe.
       *[other] Pred vami je { $ahead } oseb.
    }
status-announce-wait = Ocenjeno čakanje: { $wait }.
status-announce-next = Pred vami ni nikogar več. Ocenjeno čakanje: { $wait }.
status-announce-first-in-line = Na vrsti ste. Naprej vas spustimo takoj, ko bo prostor.
status-announce-paused = Vrsta je začasno ustavljena. Svoje mesto obdržite.
status-announce-redirecting = Zdaj vas spuščamo naprej.
status-announce-starts = Čas do začetka: { $countdown }.
status-announce-idle = Še se ni začelo. Mesta v vrsti še nimate.
status-announce-prequeue = V predhodni vrsti ste. Številke se žrebajo po začetku.
status-announce-drawing = Številke se žrebajo. To traja nekaj sekund.
status-announce-ended = Ta čakalnica je zaprta.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = trenutno ni znano
status-wait-not-yet = še ni znano
status-wait-under-a-minute = manj kot minuta
status-wait-over-a-day = več kot en dan
status-wait-about = približno { $duration }
status-wait-up-to = največ { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuta
        [two] { $low }–{ $high } minuti
        [few] { $low }–{ $high } minute
       *[other] { $low }–{ $high } minut
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } ura
        [two] { $low }–{ $high } uri
        [few] { $low }–{ $high } ure
       *[other] { $low }–{ $high } ur
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Na voljo je še približno { $left }.
status-stock-few = Na voljo jih je le še malo.

## The time to the start, under “Time until the start”
status-countdown-now = trenutek
status-countdown-under-a-minute = manj kot minuta

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Čakanje je zdaj daljše, ker ljudje vstopajo počasneje.
status-reason-paused = Čakanje je zdaj daljše, ker je bila vrsta začasno ustavljena.
status-reason-more-came-back = Čakanje je zdaj daljše, ker se je vrnilo več ljudi, kot je bilo pričakovano.
status-reason-store-away = Čakanje je zdaj daljše, ker imamo tehnično težavo. Odpravljamo jo.
status-reason-capped-by-sessions = Čakanje je zdaj daljše, ker je spletno mesto polno. Novi vstopajo, ko drugi odidejo.
status-reason-pool-shared = Čakanje je zdaj daljše, ker na isto spletno mesto vodi še ena vrsta, v kateri je prav tako gneča.
status-reason-autotune-slowed = Čakanje je zdaj daljše, ker je spletno mesto trenutno počasno, zato vstopa manj ljudi.
status-reason-priority = Čakanje je zdaj daljše, ker ljudje s prednostjo vstopajo prvi.
status-reason-restored = Čakanje je zdaj daljše, ker smo morali po tehnični težavi obnoviti vrsto.
