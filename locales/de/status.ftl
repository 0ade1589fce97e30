### Der laufend erneuerte Teil der Warteseite.

## Titel des Reiters
status-title-in-line = Noch { $ahead } vor Ihnen · { $room }
status-title-next = Sie sind die nächste Person · { $room }
status-title-first-in-line = Sie sind an der Reihe · { $room }
status-title-paused = Angehalten · { $room }
status-title-redirecting = Einlass · { $room }
status-title-starts = Beginn in { $countdown } · { $room }
status-title-idle = Noch nicht geöffnet · { $room }
status-title-prequeue = Vor dem Beginn · { $room }
status-title-drawing = Die Nummern werden ausgelost · { $room }
status-title-ended = Geschlossen · { $room }

## Überschrift und der Satz darunter
status-headline-in-line = Sie sind in der Warteschlange
status-headline-next = Als Nächstes sind Sie dran
status-headline-first-in-line = Sie sind an der Reihe
status-headline-paused = Die Warteschlange steht gerade still
status-headline-idle = Es hat noch nicht begonnen
status-headline-prequeue = Sie sind im Vorraum
status-headline-drawing = Die Nummern werden gerade ausgelost
status-headline-ended = Dieser Warteraum ist geschlossen
status-lead-in-line = Sobald Sie an der Reihe sind, lassen wir Sie automatisch herein.
status-lead-next = Vor Ihnen ist niemand mehr. Wir lassen Sie herein, sobald Platz ist.
status-lead-first-in-line = Bitte bleiben Sie auf dieser Seite. Wir lassen Sie herein, sobald Platz ist.
status-lead-paused = Im Moment wird niemand hereingelassen. Ihr Platz bleibt erhalten, und es geht weiter, sobald es möglich ist.
status-lead-idle = Sie haben noch keinen Platz. Lassen Sie diese Seite geöffnet: Sie erhalten einen, sobald der Warteraum öffnet.
status-lead-prequeue = Wer zu Beginn hier ist, hat die gleiche Chance wie alle anderen: Die Nummern werden ausgelost. Wer zuerst kam, spielt keine Rolle.
status-lead-drawing = Das dauert nur wenige Sekunden. Ihre Nummer erscheint von selbst, sobald die Auslosung beendet ist.
status-lead-ended = Es wird niemand mehr hereingelassen. Vielen Dank für Ihr Interesse.

## Was ein Screenreader sagt
status-announce-in-line =
    { $ahead ->
        [one] { $ahead } Person ist vor Ihnen.
       *[other] { $ahead } Personen sind vor Ihnen.
    } Voraussichtliche Wartezeit: { $wait }.
status-announce-next = Vor Ihnen ist niemand mehr. Voraussichtliche Wartezeit: { $wait }.
status-announce-first-in-line = Sie sind an der Reihe. Wir lassen Sie herein, sobald Platz ist.
status-announce-paused = Die Warteschlange steht gerade still. Ihr Platz bleibt erhalten.
status-announce-redirecting = Wir lassen Sie jetzt herein.
status-announce-starts = Es beginnt in { $countdown }.
status-announce-idle = Es hat noch nicht begonnen. Sie haben noch keinen Platz.
status-announce-prequeue = Sie sind im Vorraum. Die Nummern werden nach dem Beginn ausgelost.
status-announce-drawing = Die Nummern werden ausgelost. Das dauert nur wenige Sekunden.
status-announce-ended = Dieser Warteraum ist geschlossen.

## Die Schätzung
status-wait-unknown = im Moment nicht bekannt
status-wait-under-a-minute = weniger als eine Minute
status-wait-over-a-day = mehr als ein Tag
status-wait-about = etwa { $duration }
status-wait-up-to = bis zu { $duration }
status-wait-between = { $low } bis { $high }
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
status-wait-because = { $wait }; { $reason }
status-duration-minutes =
    { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    }
status-duration-hours =
    { $hours ->
        [one] { $hours } Stunde
       *[other] { $hours } Stunden
    }
status-duration-both = { $hours } und { $minutes }

## Die Zeit bis zum Beginn, nach „beginnt in“ (Dativ)
status-countdown-now = wenigen Augenblicken
status-countdown-under-a-minute = weniger als einer Minute
status-countdown-days =
    { $days ->
        [one] { $days } Tag
       *[other] { $days } Tagen
    }
status-countdown-both = { $days } und { $hours }

## Warum die Schätzung gestiegen ist
status-reason-operator-slowed = der Einlass geht zurzeit langsamer
status-reason-paused = die Warteschlange war angehalten
status-reason-more-came-back = es sind mehr Personen zurückgekommen als erwartet
status-reason-store-away = wir haben eine technische Störung und arbeiten daran
status-reason-capped-by-sessions = die Website ist voll, und hinein kommt, wer einen frei gewordenen Platz erhält
status-reason-pool-shared = eine andere Warteschlange führt zur selben Website und ist ebenfalls voll
status-reason-autotune-slowed = die Website ist gerade langsam, deshalb lassen wir weniger Personen herein
status-reason-priority = Personen mit Vorrang kommen zuerst herein
