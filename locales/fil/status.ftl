### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } ang nauuna sa inyo · { $room }
status-title-waiting = Nasa pila na kayo · { $room }
status-title-next = Kayo na ang susunod · { $room }
status-title-first-in-line = Turno na ninyo · { $room }
status-title-paused = Nakahinto · { $room }
status-title-sold-out = Ubos na · { $room }
status-title-redirecting = Pinapapasok na kayo · { $room }
status-title-starts = Bago magsimula: { $countdown } · { $room }
status-title-idle = Hindi pa bukas · { $room }
status-title-prequeue = Bago ang simula · { $room }
status-title-drawing = Nagbubunutan ng numero · { $room }
status-title-ended = Sarado · { $room }

## Heading and the sentence under it
status-headline-in-line = Nasa pila na kayo
status-headline-next = Kayo na ang susunod
status-headline-almost = Malapit na ang turno ninyo
status-headline-first-in-line = Turno na ninyo
status-headline-paused = Nakahinto ang pila
status-headline-sold-out = Ubos na sa ngayon
status-headline-idle = Hindi pa nagsisimula
status-headline-prequeue = Nasa paunang pila na kayo
status-headline-drawing = Binubunot na ang mga numero
status-headline-ended = Sarado na ang silid-hintayang ito
status-lead-in-line = Kapag turno na ninyo, awtomatiko namin kayong papapasukin.
status-lead-next = Wala nang nauuna sa inyo. Papapasukin namin kayo sa sandaling magkaroon ng espasyo.
status-lead-almost = Kabilang kayo sa mga susunod na papapasukin. Manatili po sa page na ito.
status-lead-first-in-line = Manatili po sa page na ito. Papapasukin namin kayo sa sandaling magkaroon ng espasyo.
status-lead-paused = Walang pinapapasok sa ngayon. Sa inyo pa rin ang puwesto ninyo, at uusad ang pila sa sandaling maaari na.
status-lead-sold-out = Wala nang natitira sa ngayon, kaya walang pinapapasok. Sa inyo pa rin ang puwesto ninyo sa pila sakaling magkaroon pa.
status-lead-idle = Wala pa kayong puwesto sa pila. Panatilihing bukas ang page na ito: ikukuha kayo nito ng puwesto sa sandaling magbukas ang silid-hintayan.
status-lead-prequeue = Pantay ang pagkakataon ng lahat ng naririto sa simula: binubunot ang mga numero. Hindi mahalaga kung sino ang naunang dumating.
status-lead-drawing = Ilang segundo lang ito. Kusang lalabas ang numero ninyo sa sandaling matapos ang bunutan.
status-lead-ended = Wala nang pinapapasok. Salamat sa inyong interes.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } tao ang nauuna sa inyo.
       *[other] { $ahead } tao ang nauuna sa inyo.
    } Tinatayang paghihintay: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } tao ang nauuna sa inyo.
       *[other] { $ahead } tao ang nauuna sa inyo.
    }
status-announce-wait = Tinatayang paghihintay: { $wait }.
status-announce-next = Wala nang nauuna sa inyo. Tinatayang paghihintay: { $wait }.
status-announce-first-in-line = Turno na ninyo. Papapasukin namin kayo sa sandaling magkaroon ng espasyo.
status-announce-paused = Nakahinto ang pila. Sa inyo pa rin ang puwesto ninyo.
status-announce-redirecting = Pinapapasok na namin kayo ngayon.
status-announce-starts = Oras bago magsimula: { $countdown }.
status-announce-idle = Hindi pa nagsisimula. Wala pa kayong puwesto sa pila.
status-announce-prequeue = Nasa paunang pila na kayo. Bubunutin ang mga numero pagkatapos ng simula.
status-announce-drawing = Binubunot na ang mga numero. Ilang segundo lang ito.
status-announce-ended = Sarado na ang silid-hintayang ito.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = hindi pa alam sa ngayon
status-wait-not-yet = hindi pa alam
status-wait-under-a-minute = wala pang isang minuto
status-wait-over-a-day = mahigit isang araw
status-wait-about = humigit-kumulang { $duration }
status-wait-up-to = hanggang { $duration }
status-wait-between = { $low } hanggang { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } minuto
       *[other] { $low }–{ $high } minuto
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } oras
       *[other] { $low }–{ $high } oras
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Mga { $left } na lang ang natitira.
status-stock-few = Kaunti na lang ang natitira.

## The time to the start, under “Time until the start”
status-countdown-now = ilang sandali na lang
status-countdown-under-a-minute = wala pang isang minuto

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Mas matagal na ang paghihintay dahil mas mabagal na ang pagpapapasok.
status-reason-paused = Mas matagal na ang paghihintay dahil nahinto ang pila.
status-reason-more-came-back = Mas matagal na ang paghihintay dahil mas maraming bumalik kaysa sa inaasahan.
status-reason-store-away = Mas matagal na ang paghihintay dahil may problemang teknikal kami. Inaayos na namin ito.
status-reason-capped-by-sessions = Mas matagal na ang paghihintay dahil puno ang site. May nakakapasok kapag may umaalis.
status-reason-pool-shared = Mas matagal na ang paghihintay dahil may isa pang pila papunta sa site ding ito at marami rin ang nakapila roon.
status-reason-autotune-slowed = Mas matagal na ang paghihintay dahil mabagal ang site sa ngayon, kaya mas kaunti ang pinapapasok.
status-reason-priority = Mas matagal na ang paghihintay dahil inuuna ang mga taong may prayoridad.
status-reason-restored = Mas matagal na ang paghihintay dahil kinailangan naming ibalik ang pila matapos ang problemang teknikal.
