### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } zure aurretik · { $room }
status-title-waiting = Ilaran zaude · { $room }
status-title-next = Zu zara hurrengoa · { $room }
status-title-first-in-line = Zure txanda da · { $room }
status-title-paused = Geldirik · { $room }
status-title-sold-out = Agortuta · { $room }
status-title-redirecting = Sarbidea ematen · { $room }
status-title-starts = Hasi arte: { $countdown } · { $room }
status-title-idle = Oraindik itxita · { $room }
status-title-prequeue = Hasi aurretik · { $room }
status-title-drawing = Zenbakiak zozkatzen · { $room }
status-title-ended = Itxita · { $room }

## Heading and the sentence under it
status-headline-in-line = Ilaran zaude
status-headline-next = Zu zara hurrengoa
status-headline-almost = Ia zure txanda da
status-headline-first-in-line = Zure txanda da
status-headline-paused = Ilara geldirik dago
status-headline-sold-out = Une honetan agortuta
status-headline-idle = Oraindik ez da hasi
status-headline-prequeue = Aurreilaran zaude
status-headline-drawing = Zenbakiak zozkatzen ari dira
status-headline-ended = Itxarongela hau itxita dago
status-lead-in-line = Zure txanda denean, automatikoki utziko dizugu sartzen.
status-lead-next = Jada ez dago inor zure aurretik. Lekua egon bezain laster utziko dizugu sartzen.
status-lead-almost = Sartzen utziko ditugun hurrengoen artean zaude. Geratu orri honetan, mesedez.
status-lead-first-in-line = Geratu orri honetan, mesedez. Lekua egon bezain laster utziko dizugu sartzen.
status-lead-paused = Une honetan ez da inor sartzen ari. Zure lekuari eusten diozu, eta ilarak ahal bezain laster jarraituko du aurrera.
status-lead-sold-out = Orain ez da ezer geratzen, eta horregatik ez da inor sartzen ari. Ilarako lekuari eusten diozu, berriro egongo balitz ere.
status-lead-idle = Oraindik ez duzu lekurik ilaran. Utzi orri hau irekita: itxarongela ireki bezain laster hartuko dizu leku bat.
status-lead-prequeue = Hasieran hemen dauden guztiek dute aukera bera: zenbakiak zozkatu egiten dira. Ez du axola nor etorri den lehenengo.
status-lead-drawing = Segundo batzuk behar dira. Zozketa amaitu bezain laster agertuko da zure zenbakia, bere kabuz.
status-lead-ended = Jada ez da inor sartzen. Eskerrik asko zure interesagatik.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Pertsona { $ahead } dago zure aurretik.
       *[other] { $ahead } pertsona daude zure aurretik.
    } Itxaronaldiaren estimazioa: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Pertsona { $ahead } dago zure aurretik.
       *[other] { $ahead } pertsona daude zure aurretik.
    }
status-announce-wait = Itxaronaldiaren estimazioa: { $wait }.
status-announce-next = Jada ez dago inor zure aurretik. Itxaronaldiaren estimazioa: { $wait }.
status-announce-first-in-line = Zure txanda da. Lekua egon bezain laster utziko dizugu sartzen.
status-announce-paused = Ilara geldirik dago. Zure lekuari eusten diozu.
status-announce-redirecting = Sarbidea ematen ari gatzaizkizu.
status-announce-starts = Hasi arteko denbora: { $countdown }.
status-announce-idle = Oraindik ez da hasi. Oraindik ez duzu lekurik ilaran.
status-announce-prequeue = Aurreilaran zaude. Zenbakiak hasi ondoren zozkatuko dira.
status-announce-drawing = Zenbakiak zozkatzen ari dira. Segundo batzuk behar dira.
status-announce-ended = Itxarongela hau itxita dago.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = une honetan ezezaguna
status-wait-not-yet = oraindik ezezaguna
status-wait-under-a-minute = minutu bat baino gutxiago
status-wait-over-a-day = egun bat baino gehiago
status-wait-about = gutxi gorabehera { $duration }
status-wait-up-to = gehienez { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minutu
       *[other] { $low }–{ $high } minutu
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } ordu
       *[other] { $low }–{ $high } ordu
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = { $left } inguru geratzen dira.
status-stock-few = Gutxi batzuk baino ez dira geratzen.

## The time to the start, under “Time until the start”
status-countdown-now = une bat
status-countdown-under-a-minute = minutu bat baino gutxiago

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Itxaronaldia luzeagoa da orain, jendea mantsoago sartzen ari delako.
status-reason-paused = Itxaronaldia luzeagoa da orain, ilara geldirik egon delako.
status-reason-more-came-back = Itxaronaldia luzeagoa da orain, espero baino jende gehiago itzuli delako.
status-reason-store-away = Itxaronaldia luzeagoa da orain, arazo tekniko bat dugulako. Konpontzen ari gara.
status-reason-capped-by-sessions = Itxaronaldia luzeagoa da orain, webgunea beteta dagoelako. Batzuk atera ahala sartzen dira besteak.
status-reason-pool-shared = Itxaronaldia luzeagoa da orain, beste ilara bat ere webgune berera doalako eta hura ere jendez beteta dagoelako.
status-reason-autotune-slowed = Itxaronaldia luzeagoa da orain, webgunea motel dabilelako; horregatik, jende gutxiago sartzen da.
status-reason-priority = Itxaronaldia luzeagoa da orain, lehentasuna duten pertsonak lehenago sartzen direlako.
status-reason-restored = Itxaronaldia luzeagoa da orain, arazo tekniko baten ondoren ilara berreskuratu behar izan dugulako.
