### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Hva er dette for en side?
about-lead = Dette er et virtuelt venterom. Når flere vil besøke et nettsted enn det kan betjene på en god måte, venter de her i en rettferdig rekkefølge og slippes inn én etter én.
about-how-heading = Slik virker det
about-how-order = Den som kommer først, slippes inn først. Når et venterom åpner på et fastsatt tidspunkt, får alle som er der før det, et nummer gjennom en trekning som alle kan kontrollere.
about-how-place = Plassen din beholdes mens du venter, selv om du laster siden på nytt, mister forbindelsen eller starter nettleseren på nytt.
about-how-turn = Når det er din tur, slippes du inn automatisk. Du trenger ikke å klikke på noe, og det går ikke raskere om du laster siden på nytt.
about-privacy-heading = Dette lagres om deg
about-privacy = Én informasjonskapsel som holder plassen din i køen, i høyst 7 dager. Det er ingen sporing, og ingenting lastes inn fra andre steder.
about-accessibility-heading = For alle
about-accessibility = Disse sidene er laget for å virke i alle nettlesere, med tastatur, med skjermleser, forstørret og uten skript.
about-what-to-do-heading = Dette må du gjøre
about-what-to-do = Ingenting. Åpne nettstedet du vil besøke. Når det er stor pågang, fører det deg til venterommet sitt av seg selv.
about-source = Dette venterommet kjører på Anteroom, som har åpen kildekode.
about-status-link = Status for denne tjenesten

## How it stands
health-title = Gjeldende status
health-lead-good = Alt virker.
health-lead-starting = Tjenesten starter.
health-lead-degraded = Nye plasser i køen kan ikke deles ut akkurat nå. Alle som har en plass, beholder den.
health-lead-stopping = Tjenesten startes på nytt. Alle som har en plass, beholder den.
health-rooms-heading = Venterom
health-room-waiting-label = Personer i køen
health-room-outflow-label = Sluppet inn i løpet av det siste minuttet
health-room-wait-label = Anslått ventetid for nye besøkende
health-room-enter = Gå til venterommet
health-phase-idle = Ikke åpnet ennå
health-phase-prequeue = Forkø
health-phase-queue = Åpent
health-phase-paused = Satt på pause
health-phase-disabled = Fri adgang
health-phase-postqueue = Stengt
health-updated = Oppdatert: { $time }
