### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Noch { $ahead } vor Ihnen · { $room }
status-title-waiting = Sie sind in der Warteschlange · { $room }
status-title-next = Als Nächstes sind Sie dran · { $room }
status-title-first-in-line = Sie sind an der Reihe · { $room }
status-title-paused = Angehalten · { $room }
status-title-sold-out = Ausverkauft · { $room }
status-title-redirecting = Einlass · { $room }
status-title-starts = Bis zum Beginn: { $countdown } · { $room }
status-title-idle = Noch nicht geöffnet · { $room }
status-title-prequeue = Vor dem Beginn · { $room }
status-title-drawing = Die Nummern werden ausgelost · { $room }
status-title-ended = Geschlossen · { $room }

## Heading and the sentence under it
status-headline-in-line = Sie sind in der Warteschlange
status-headline-next = Als Nächstes sind Sie dran
status-headline-almost = Sie sind fast an der Reihe
status-headline-first-in-line = Sie sind an der Reihe
status-headline-paused = Die Warteschlange steht gerade still
status-headline-sold-out = Im Moment ausverkauft
status-headline-idle = Es hat noch nicht begonnen
status-headline-prequeue = Sie nehmen an der Auslosung teil
status-headline-drawing = Die Nummern werden gerade ausgelost
status-headline-ended = Dieser Warteraum ist geschlossen
status-lead-in-line = Sobald Sie an der Reihe sind, lassen wir Sie automatisch herein.
status-lead-next = Vor Ihnen ist niemand mehr. Wir lassen Sie herein, sobald Platz ist.
status-lead-almost = Sie gehören zu den Nächsten, die wir hereinlassen. Bitte bleiben Sie auf dieser Seite.
status-lead-first-in-line = Bitte bleiben Sie auf dieser Seite. Wir lassen Sie herein, sobald Platz ist.
status-lead-paused = Im Moment wird niemand hereingelassen. Ihr Platz bleibt erhalten, und es geht weiter, sobald es möglich ist.
status-lead-sold-out = Gerade ist nichts mehr da, deshalb wird niemand hereingelassen. Ihr Platz in der Warteschlange bleibt erhalten, falls wieder etwas frei wird.
status-lead-idle = Sie haben noch keinen Platz in der Warteschlange. Lassen Sie diese Seite geöffnet: Sobald der Warteraum öffnet, erhalten Sie hier automatisch einen.
status-lead-prequeue = Alle, die zu Beginn hier sind, haben die gleiche Chance: Die Nummern werden ausgelost. Wer zuerst kam, spielt keine Rolle.
status-lead-drawing = Das dauert nur wenige Sekunden. Ihre Nummer erscheint von selbst, sobald die Auslosung beendet ist.
status-lead-ended = Es wird niemand mehr hereingelassen. Vielen Dank für Ihr Interesse.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } Person ist vor Ihnen.
       *[other] { $ahead } Personen sind vor Ihnen.
    } Voraussichtliche Wartezeit: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] { $ahead } Person ist vor Ihnen.
       *[other] { $ahead } Personen sind vor Ihnen.
    }
status-announce-wait = Voraussichtliche Wartezeit: { $wait }.
status-announce-next = Vor Ihnen ist niemand mehr. Voraussichtliche Wartezeit: { $wait }.
status-announce-first-in-line = Sie sind an der Reihe. Wir lassen Sie herein, sobald Platz ist.
status-announce-paused = Die Warteschlange steht gerade still. Ihr Platz bleibt erhalten.
status-announce-redirecting = Wir lassen Sie jetzt herein.
status-announce-starts = Zeit bis zum Beginn: { $countdown }.
status-announce-idle = Es hat noch nicht begonnen. Sie haben noch keinen Platz in der Warteschlange.
status-announce-prequeue = Sie nehmen an der Auslosung teil. Die Nummern werden nach dem Beginn ausgelost.
status-announce-drawing = Die Nummern werden ausgelost. Das dauert nur wenige Sekunden.
status-announce-ended = Dieser Warteraum ist geschlossen.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = im Moment nicht bekannt
status-wait-not-yet = noch nicht bekannt
status-wait-under-a-minute = weniger als eine Minute
status-wait-over-a-day = mehr als ein Tag
status-wait-about = etwa { $duration }
status-wait-up-to = höchstens { $duration }
status-wait-between = { $low } bis { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } Minute
       *[other] { $low }–{ $high } Minuten
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } Stunde
       *[other] { $low }–{ $high } Stunden
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Noch etwa { $left } übrig.
status-stock-few = Nur noch wenige übrig.

## The time to the start, under “Time until the start”
status-countdown-now = nur noch ein Augenblick
status-countdown-under-a-minute = weniger als eine Minute

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Die Wartezeit ist jetzt länger, weil der Einlass langsamer läuft.
status-reason-paused = Die Wartezeit ist jetzt länger, weil die Warteschlange angehalten war.
status-reason-more-came-back = Die Wartezeit ist jetzt länger, weil mehr Personen zurückgekommen sind als erwartet.
status-reason-store-away = Die Wartezeit ist jetzt länger, weil wir eine technische Störung haben. Wir arbeiten daran.
status-reason-capped-by-sessions = Die Wartezeit ist jetzt länger, weil die Website voll ist. Wenn jemand geht, kommt die nächste Person herein.
status-reason-pool-shared = Die Wartezeit ist jetzt länger, weil noch eine andere Warteschlange zur selben Website führt und dort ebenfalls viel los ist.
status-reason-autotune-slowed = Die Wartezeit ist jetzt länger, weil die Website gerade langsam ist. Deshalb lassen wir weniger Personen herein.
status-reason-priority = Die Wartezeit ist jetzt länger, weil Personen mit Vorrang zuerst hereingelassen werden.
status-reason-restored = Die Wartezeit ist jetzt länger, weil wir die Warteschlange nach einer technischen Störung wiederherstellen mussten.
