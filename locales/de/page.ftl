### Die Warteseite: was alle Besucher eines Raums gleich lesen.

page-ahead-label = Personen vor Ihnen
page-wait-label = Voraussichtliche Wartezeit
page-number-label = Ihre Nummer in der Warteschlange
page-progress-label = Ihr Weg durch die Warteschlange
page-updated-label = Zuletzt aktualisiert
page-message-label = Mitteilung
page-keep-open = Bitte lassen Sie diese Seite geöffnet. Sie aktualisiert sich von selbst, und Ihr Platz bleibt erhalten, auch wenn Sie sie neu laden oder etwas später wiederkommen.
page-no-script = Diese Seite lädt sich von selbst neu. Sie müssen nichts weiter tun.
page-leave = Warteschlange verlassen
page-queue-id-label = Ihre Kennung
page-offline = Die Verbindung ist unterbrochen. Ihr Platz bleibt erhalten, wir versuchen es weiter.
page-online-again = Die Verbindung ist wieder da.
page-redirecting-headline = Wir lassen Sie herein
page-redirecting-lead = Danke für Ihre Geduld. Gleich sind Sie da.
page-redirecting-link = Jetzt weitergehen
page-skip = Direkt zu Ihrem Platz in der Warteschlange
page-powered-by = Ein Warteraum mit Anteroom
