### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Hvad er det her for en side?
about-lead = Dette er et virtuelt venterum. Når flere vil besøge et websted, end det kan betjene ordentligt, venter de her i en retfærdig rækkefølge og lukkes ind én efter én.
about-how-heading = Sådan fungerer det
about-how-order = Den, der kommer først, lukkes først ind. Når et venterum åbner på et fast tidspunkt, får alle, der er der inden da, et nummer ved en lodtrækning, som alle kan kontrollere.
about-how-place = Din plads bevares, mens du venter, også hvis du genindlæser siden, mister forbindelsen eller genstarter browseren.
about-how-turn = Når det er din tur, lukkes du automatisk ind. Du skal ikke klikke på noget, og det går ikke hurtigere af at genindlæse siden.
about-privacy-heading = Det gemmer vi om dig
about-privacy = Én cookie, der holder din plads i køen, i højst 7 dage. Der er ingen sporing, og intet hentes andre steder fra.
about-accessibility-heading = For alle
about-accessibility = Disse sider er lavet til at virke i alle browsere, med tastatur, med skærmlæser, forstørret og uden scripts.
about-what-to-do-heading = Det skal du gøre
about-what-to-do = Ingenting. Åbn det websted, du vil besøge. Når der er travlt, fører det dig af sig selv til sit venterum.
about-source = Dette venterum kører på Anteroom, som er open source.
about-status-link = Status for denne tjeneste

## How it stands
health-title = Aktuel status
health-lead-good = Alt virker.
health-lead-starting = Tjenesten er ved at starte.
health-lead-degraded = Der kan ikke gives nye pladser i køen lige nu. Alle, der har en plads, beholder den.
health-lead-stopping = Tjenesten er ved at blive genstartet. Alle, der har en plads, beholder den.
health-rooms-heading = Venterum
health-room-waiting-label = Personer i kø
health-room-outflow-label = Lukket ind i det seneste minut
health-room-wait-label = Forventet ventetid for nye
health-room-enter = Gå til venterummet
health-phase-idle = Endnu ikke åbent
health-phase-prequeue = Forkø
health-phase-queue = Åbent
health-phase-paused = På pause
health-phase-disabled = Fri passage
health-phase-postqueue = Lukket
health-updated = Opdateret: { $time }
