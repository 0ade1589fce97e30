### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Was ist das für eine Seite?
about-lead = Dies ist ein virtueller Warteraum. Wenn mehr Menschen eine Website besuchen möchten, als sie gut bedienen kann, warten sie hier in fairer Reihenfolge und werden nacheinander hereingelassen.
about-how-heading = So funktioniert es
about-how-order = Wer zuerst kommt, wird zuerst hereingelassen. Öffnet ein Warteraum zu einer festen Zeit, erhalten alle, die vorher da sind, eine Nummer durch eine Auslosung, die jeder nachprüfen kann.
about-how-place = Ihr Platz bleibt erhalten, während Sie warten, auch wenn Sie die Seite neu laden, die Verbindung verlieren oder den Browser neu starten.
about-how-turn = Wenn Sie an der Reihe sind, werden Sie automatisch hereingelassen. Sie müssen auf nichts klicken, und durch Neuladen geht es nicht schneller.
about-privacy-heading = Was über Sie gespeichert wird
about-privacy = Ein Cookie, das Ihren Platz in der Warteschlange festhält, für höchstens 7 Tage. Es gibt kein Tracking, und nichts wird von anderswo geladen.
about-accessibility-heading = Für alle
about-accessibility = Diese Seiten sollen sich mit jedem Browser nutzen lassen, mit der Tastatur, mit einem Screenreader, vergrößert und ohne Skripte.
about-what-to-do-heading = Was Sie tun müssen
about-what-to-do = Nichts. Öffnen Sie die Website, die Sie besuchen möchten; bei Andrang bringt sie Sie von selbst in ihren Warteraum.
about-source = Dieser Warteraum läuft mit Anteroom, einer quelloffenen Software.
about-status-link = Status dieses Dienstes

## How it stands
health-title = Aktueller Status
health-lead-good = Alles funktioniert.
health-lead-starting = Der Dienst startet gerade.
health-lead-degraded = Im Moment können keine neuen Plätze in der Warteschlange vergeben werden. Wer einen Platz hat, behält ihn.
health-lead-stopping = Der Dienst wird neu gestartet. Wer einen Platz hat, behält ihn.
health-rooms-heading = Warteräume
health-room-waiting-label = Personen in der Warteschlange
health-room-outflow-label = In der letzten Minute hereingelassen
health-room-wait-label = Voraussichtliche Wartezeit für Neuankommende
health-room-enter = Zum Warteraum
health-phase-idle = Noch nicht geöffnet
health-phase-prequeue = Vor dem Beginn
health-phase-queue = Geöffnet
health-phase-paused = Angehalten
health-phase-disabled = Freier Durchgang
health-phase-postqueue = Geschlossen
health-updated = Stand: { $time }
