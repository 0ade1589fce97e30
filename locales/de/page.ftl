### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personen vor Ihnen
page-wait-label = Voraussichtliche Wartezeit
page-number-label = Ihre Nummer in der Warteschlange
page-progress-label = Ihr Fortschritt in der Warteschlange
page-updated-label = Zuletzt aktualisiert
page-message-label = Mitteilung
page-keep-open = Bitte lassen Sie diese Seite geöffnet. Sie aktualisiert sich von selbst, und Ihr Platz in der Warteschlange bleibt erhalten, auch wenn Sie sie neu laden oder etwas später wiederkommen.
page-leave = Warteschlange verlassen
page-queue-id-label = Warteschlangen-Kennung
page-offline = Die Verbindung ist unterbrochen. Ihr Platz bleibt erhalten. Wir versuchen es weiter.
page-online-again = Die Verbindung ist wieder da.
page-redirecting-headline = Wir lassen Sie herein
page-redirecting-lead = Danke, dass Sie gewartet haben. Gleich sind Sie da.
page-redirecting-link = Jetzt zur Website
page-skip = Direkt zu Ihrem Platz in der Warteschlange
page-powered-by = Ein Warteraum mit Anteroom
page-about-link = Was ist das für eine Seite?
page-status-link = Status dieses Warteraums

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Zeit bis zum Beginn
page-prequeue-countdown-label = Zeit, bis Sie an der Auslosung teilnehmen können
# Label over a date with a time of day.
page-starts-at-label = Beginn
page-keep-open-before = Bitte lassen Sie diese Seite geöffnet. Sie aktualisiert sich von selbst, und Sie nehmen an der Auslosung teil, auch wenn Sie die Seite neu laden oder vor dem Beginn wiederkommen.
page-keep-open-idle = Diese Seite aktualisiert sich von selbst. Sie brauchen sie nicht neu zu laden.

## Be told when it is your turn
page-notify-heading = Bescheid geben, wenn ich an der Reihe bin
page-notify-sound = Ton abspielen
page-notify-vibration = Vibrieren
page-notify-notification = Benachrichtigung anzeigen
page-notify-denied = Ihr Browser lässt für diese Seite keine Benachrichtigungen zu. Das können Sie in seinen Einstellungen ändern.

## Language and device
page-language-label = Sprache
page-language-apply = Sprache wechseln
page-move-link = Auf einem anderen Gerät weitermachen

## The draw
page-draw-heading = Was zu Beginn geschieht
page-draw-closing = Kurz nach dem Beginn wird die Auslosung geschlossen. Wer später kommt, stellt sich hinter allen an, die daran teilgenommen haben.
page-draw-chance = Dann wird für alle, die teilnehmen, je eine Nummer ausgelost. Die Chance ist für alle gleich, ob sie früh oder spät gekommen sind.
page-draw-number = Ihre Nummer erscheint auf dieser Seite. Eingelassen wird von der niedrigsten Nummer an aufwärts.
page-draw-with-beacon = In die Auslosung geht eine öffentliche Zufallszahl ein, die vorher niemand kennen kann. So kann niemand das Ergebnis bestimmen.
page-draw-check = Alle können die Auslosung hinterher nachprüfen.
page-draw-receipt = Alle können die Auslosung hinterher nachprüfen. Ihr Beleg beweist, dass Sie dabei sind; bewahren Sie ihn bis dahin auf.
page-draw-receipt-link = Beleg herunterladen
page-draw-check-link = So prüfen Sie die Auslosung nach
page-drawn-link = Ihre Nummer wurde ausgelost – Auslosung nachprüfen

## After the end
page-skip-content = Direkt zum Inhalt
page-ended-help = Was es jetzt gibt, sehen Sie auf der Website selbst.
page-back-to-site = Zurück zur Website
