### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Vad är det här för sida?
about-lead = Det här är ett virtuellt väntrum. När fler vill besöka en webbplats än den klarar av, väntar de här i en rättvis ordning och släpps in en i taget.
about-how-heading = Så fungerar det
about-how-order = Den som kommer först släpps in först. När ett väntrum öppnar en bestämd tid får alla som är där innan ett nummer genom en lottning som vem som helst kan kontrollera.
about-how-place = Din plats finns kvar medan du väntar, även om du laddar om sidan, tappar anslutningen eller startar om webbläsaren.
about-how-turn = När det är din tur släpps du in automatiskt. Du behöver inte klicka på något, och det går inte fortare om du laddar om.
about-privacy-heading = Det här sparas om dig
about-privacy = En kaka (cookie) som håller din plats i kön, i högst 7 dagar. Ingen spårning förekommer, och inget laddas från något annat ställe.
about-accessibility-heading = För alla
about-accessibility = De här sidorna är gjorda för att fungera i alla webbläsare, med tangentbord, med skärmläsare, förstorade och utan skript.
about-what-to-do-heading = Det här behöver du göra
about-what-to-do = Ingenting. Öppna webbplatsen som du vill besöka. När det är mycket folk tar den dig till sitt väntrum av sig själv.
about-source = Det här väntrummet drivs med Anteroom, som har öppen källkod.
about-status-link = Status för den här tjänsten

## How it stands
health-title = Aktuell status
health-lead-good = Allt fungerar.
health-lead-starting = Tjänsten startar.
health-lead-degraded = Nya platser i kön kan inte delas ut just nu. Alla som har en plats behåller den.
health-lead-stopping = Tjänsten startas om. Alla som har en plats behåller den.
health-rooms-heading = Väntrum
health-room-waiting-label = Personer i kön
health-room-outflow-label = Insläppta den senaste minuten
health-room-wait-label = Beräknad väntetid för nytillkomna
health-room-enter = Gå till väntrummet
health-phase-idle = Inte öppet än
health-phase-prequeue = Förkö
health-phase-queue = Öppet
health-phase-paused = Pausat
health-phase-disabled = Fritt tillträde
health-phase-postqueue = Stängt
health-updated = Uppdaterad: { $time }
