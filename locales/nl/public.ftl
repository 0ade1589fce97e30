### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Wat is dit voor een pagina?
about-lead = Dit is een virtuele wachtkamer. Als meer mensen een website willen bezoeken dan die goed aankan, wachten ze hier in een eerlijke volgorde en worden ze een voor een binnengelaten.
about-how-heading = Zo werkt het
about-how-order = Wie het eerst komt, wordt het eerst binnengelaten. Gaat een wachtkamer op een vaste tijd open, dan krijgt iedereen die er daarvóór is een nummer door een loting die iedereen kan controleren.
about-how-place = Uw plaats blijft behouden terwijl u wacht, ook als u de pagina opnieuw laadt, de verbinding verliest of de browser opnieuw start.
about-how-turn = Als u aan de beurt bent, wordt u vanzelf binnengelaten. U hoeft nergens op te klikken, en opnieuw laden maakt het niet sneller.
about-privacy-heading = Wat we over u bewaren
about-privacy = Eén cookie die uw plaats in de rij bewaart, maximaal 7 dagen. U wordt niet gevolgd, en er wordt niets van elders geladen.
about-accessibility-heading = Voor iedereen
about-accessibility = Deze pagina’s zijn bedoeld om te werken met elke browser, met het toetsenbord, met een schermlezer, vergroot en zonder scripts.
about-what-to-do-heading = Wat u moet doen
about-what-to-do = Niets. Open de website die u wilt bezoeken; als het er druk is, brengt die u vanzelf naar de wachtkamer.
about-source = Deze wachtkamer werkt met Anteroom, dat open source is.
about-status-link = Status van deze dienst

## How it stands
health-title = Actuele status
health-lead-good = Alles werkt.
health-lead-starting = De dienst wordt gestart.
health-lead-degraded = Er kunnen nu geen nieuwe plaatsen in de rij worden uitgedeeld. Iedereen die een plaats heeft, houdt die.
health-lead-stopping = De dienst wordt opnieuw gestart. Iedereen die een plaats heeft, houdt die.
health-rooms-heading = Wachtkamers
health-room-waiting-label = Aantal mensen in de rij
health-room-outflow-label = Binnengelaten in de afgelopen minuut
health-room-wait-label = Geschatte wachttijd voor wie nu komt
health-room-enter = Naar de wachtkamer
health-phase-idle = Nog niet open
health-phase-prequeue = Voorwachtrij
health-phase-queue = Geopend
health-phase-paused = Gepauzeerd
health-phase-disabled = Vrije toegang
health-phase-postqueue = Gesloten
health-updated = Bijgewerkt: { $time }
