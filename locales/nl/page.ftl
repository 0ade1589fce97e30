### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Aantal mensen voor u
page-wait-label = Geschatte wachttijd
page-number-label = Uw nummer in de rij
page-progress-label = Uw voortgang in de rij
page-updated-label = Laatst bijgewerkt
page-message-label = Mededeling
page-keep-open = Houd deze pagina open. De pagina wordt vanzelf bijgewerkt, en u houdt uw plaats, ook als u de pagina opnieuw laadt of iets later terugkomt.
page-leave = De rij verlaten
page-queue-id-label = Wachtrij-ID
page-offline = De verbinding is verbroken. U houdt uw plaats, en we blijven het proberen.
page-online-again = De verbinding is hersteld.
page-redirecting-headline = We laten u binnen
page-redirecting-lead = Bedankt voor het wachten. U bent er zo.
page-redirecting-link = Ga er nu heen
page-skip = Direct naar uw plaats in de rij
page-powered-by = Mogelijk gemaakt door Anteroom
page-about-link = Wat is dit voor een pagina?
page-status-link = Status van deze wachtkamer

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tijd tot de start
page-prequeue-countdown-label = Tijd tot de voorwachtrij opengaat
# Label over a date with a time of day.
page-starts-at-label = Starttijd
page-keep-open-before = Houd deze pagina open. De pagina wordt vanzelf bijgewerkt, en u blijft meedoen aan de loting, ook als u de pagina opnieuw laadt of vóór de start terugkomt.
page-keep-open-idle = Deze pagina wordt vanzelf bijgewerkt. Opnieuw laden is niet nodig.

## Be told when it is your turn
page-notify-heading = Laat me weten wanneer ik aan de beurt ben
page-notify-sound = Geluid afspelen
page-notify-vibration = Trillen
page-notify-notification = Melding tonen
page-notify-denied = Uw browser staat geen meldingen van deze pagina toe. U kunt dat wijzigen in de instellingen van de browser.

## Language and device
page-language-label = Taal
page-language-apply = Taal wijzigen
page-move-link = Verdergaan op een ander apparaat

## The draw
page-draw-heading = Wat er bij de start gebeurt
page-draw-closing = Kort na de start sluit de voorwachtrij. Wie later komt, sluit aan achter iedereen die hier al was.
page-draw-chance = Dan wordt voor iedereen in de voorwachtrij een nummer geloot. Iedereen heeft dezelfde kans, of u nu vroeg of laat bent gekomen.
page-draw-number = Uw nummer verschijnt op deze pagina. Mensen worden binnengelaten vanaf het laagste nummer.
page-draw-with-beacon = Bij de loting wordt een openbaar willekeurig getal gebruikt dat niemand vooraf kan weten. Zo kan niemand de uitslag kiezen.
page-draw-check = Iedereen kan de loting achteraf controleren.
page-draw-receipt = Iedereen kan de loting achteraf controleren. Uw ontvangstbewijs toont aan dat u meedoet; bewaar het tot dan.
page-draw-receipt-link = Uw ontvangstbewijs downloaden
page-draw-check-link = Hoe u de loting controleert
page-drawn-link = Uw nummer is geloot – controleer de loting

## After the end
page-skip-content = Direct naar de inhoud
page-ended-help = Wilt u weten wat er nu te krijgen is? Ga dan naar de website zelf.
page-back-to-site = Terug naar de website
