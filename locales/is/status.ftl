### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } á undan þér · { $room }
status-title-waiting = Þú ert í röðinni · { $room }
status-title-next = Næst er komið að þér · { $room }
status-title-first-in-line = Það er komið að þér · { $room }
status-title-paused = Stopp í bili · { $room }
status-title-sold-out = Uppselt · { $room }
status-title-redirecting = Verið að hleypa þér inn · { $room }
status-title-starts = Fram að byrjun: { $countdown } · { $room }
status-title-idle = Ekki opið enn · { $room }
status-title-prequeue = Fyrir byrjun · { $room }
status-title-drawing = Verið að draga númerin · { $room }
status-title-ended = Lokað · { $room }

## Heading and the sentence under it
status-headline-in-line = Þú ert í röðinni
status-headline-next = Næst er komið að þér
status-headline-almost = Það er alveg að koma að þér
status-headline-first-in-line = Það er komið að þér
status-headline-paused = Röðin er stopp í bili
status-headline-sold-out = Uppselt sem stendur
status-headline-idle = Þetta er ekki byrjað enn
status-headline-prequeue = Þú ert í forröðinni
status-headline-drawing = Verið er að draga númerin
status-headline-ended = Þessi biðstofa er lokuð
status-lead-in-line = Þegar röðin kemur að þér hleypum við þér sjálfkrafa inn.
status-lead-next = Enginn er lengur á undan þér. Við hleypum þér inn um leið og rými losnar.
status-lead-almost = Þú ert meðal þeirra næstu sem við hleypum inn. Vertu áfram á þessari síðu.
status-lead-first-in-line = Vertu áfram á þessari síðu. Við hleypum þér inn um leið og rými losnar.
status-lead-paused = Engum er hleypt inn sem stendur. Þú heldur plássinu þínu og röðin heldur áfram um leið og hægt er.
status-lead-sold-out = Ekkert er eftir núna og því er engum hleypt inn. Þú heldur plássinu þínu í röðinni ef meira skyldi bætast við.
status-lead-idle = Þú hefur ekki fengið pláss í röðinni enn. Hafðu þessa síðu opna: Hún útvegar þér pláss um leið og biðstofan opnar.
status-lead-prequeue = Allir sem eru hér við byrjun hafa sömu möguleika: Númerin eru dregin. Engu skiptir hver kom fyrst.
status-lead-drawing = Þetta tekur nokkrar sekúndur. Númerið þitt birtist sjálfkrafa um leið og útdrætti er lokið.
status-lead-ended = Engum er lengur hleypt inn. Takk fyrir áhugann.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } manneskja er á undan þér.
       *[other] { $ahead } manneskjur eru á undan þér.
    } Áætlaður biðtími: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } manneskja er á undan þér.
       *[other] { $ahead } manneskjur eru á undan þér.
    }
status-announce-wait = Áætlaður biðtími: { $wait }.
status-announce-next = Enginn er lengur á undan þér. Áætlaður biðtími: { $wait }.
status-announce-first-in-line = Það er komið að þér. Við hleypum þér inn um leið og rými losnar.
status-announce-paused = Röðin er stopp í bili. Þú heldur plássinu þínu.
status-announce-redirecting = Við erum að hleypa þér inn núna.
status-announce-starts = Tími fram að byrjun: { $countdown }.
status-announce-idle = Þetta er ekki byrjað enn. Þú hefur ekki fengið pláss í röðinni enn.
status-announce-prequeue = Þú ert í forröðinni. Númerin verða dregin eftir byrjun.
status-announce-drawing = Verið er að draga númerin. Þetta tekur nokkrar sekúndur.
status-announce-ended = Þessi biðstofa er lokuð.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = ekki vitað sem stendur
status-wait-not-yet = ekki enn vitað
status-wait-under-a-minute = minna en mínúta
status-wait-over-a-day = meira en sólarhringur
status-wait-about = um það bil { $duration }
status-wait-up-to = í mesta lagi { $duration }
status-wait-between = { $low } – { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } mínúta
       *[other] { $low }–{ $high } mínútur
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } klukkustund
       *[other] { $low }–{ $high } klukkustundir
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Um { $left } eftir.
status-stock-few = Aðeins örfá eftir.

## The time to the start, under “Time until the start”
status-countdown-now = andartak
status-countdown-under-a-minute = minna en mínúta

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Biðin er lengri núna af því að fólki er hleypt hægar inn.
status-reason-paused = Biðin er lengri núna af því að röðin var stöðvuð um tíma.
status-reason-more-came-back = Biðin er lengri núna af því að fleiri komu aftur en búist var við.
status-reason-store-away = Biðin er lengri núna vegna tæknilegrar bilunar hjá okkur. Við erum að vinna í henni.
status-reason-capped-by-sessions = Biðin er lengri núna af því að vefurinn er fullur. Fólk kemst inn eftir því sem aðrir fara út.
status-reason-pool-shared = Biðin er lengri núna af því að önnur röð liggur inn á sama vef og þar er líka mikið að gera.
status-reason-autotune-slowed = Biðin er lengri núna af því að vefurinn er hægur sem stendur og því er færri hleypt inn.
status-reason-priority = Biðin er lengri núna af því að fólki með forgang er hleypt inn fyrst.
status-reason-restored = Biðin er lengri núna af því að við þurftum að endurheimta röðina eftir tæknilega bilun.
