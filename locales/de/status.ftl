### Der laufend erneuerte Teil der Warteseite.

## Titel des Reiters
status-title-in-line = Noch { $ahead } vor Ihnen · { $room }
status-title-next = Sie sind die nächste Person · { $room }
status-title-first-in-line = Sie sind an der Reihe · { $room }
status-title-paused = Angehalten · { $room }
status-title-redirecting = Einlass · { $room }

## Überschrift und der Satz darunter
status-headline-in-line = Sie sind in der Warteschlange
status-headline-next = Als Nächstes sind Sie dran
status-headline-first-in-line = Sie sind an der Reihe
status-headline-paused = Die Warteschlange steht gerade still
status-lead-in-line = Sobald Sie an der Reihe sind, lassen wir Sie automatisch herein.
status-lead-next = Vor Ihnen ist niemand mehr. Wir lassen Sie herein, sobald Platz ist.
status-lead-first-in-line = Bitte bleiben Sie auf dieser Seite. Wir lassen Sie herein, sobald Platz ist.
status-lead-paused = Im Moment wird niemand hereingelassen. Ihr Platz bleibt erhalten, und es geht weiter, sobald es möglich ist.

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

## Warum die Schätzung gestiegen ist
status-reason-operator-slowed = der Einlass geht zurzeit langsamer
status-reason-paused = die Warteschlange war angehalten
status-reason-more-came-back = es sind mehr Personen zurückgekommen als erwartet
status-reason-store-away = wir haben eine technische Störung und arbeiten daran
