### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personer foran dig
page-wait-label = Forventet ventetid
page-number-label = Dit nummer i køen
page-progress-label = Din vej gennem køen
page-updated-label = Sidst opdateret
page-message-label = Meddelelse
page-keep-open = Hold denne side åben. Den opdateres af sig selv, og du beholder din plads, også hvis du genindlæser siden eller kommer tilbage lidt senere.
page-leave = Forlad køen
page-queue-id-label = Kø-id
page-offline = Forbindelsen er afbrudt. Du beholder din plads, og vi bliver ved med at prøve.
page-online-again = Forbindelsen er tilbage.
page-redirecting-headline = Vi lukker dig ind
page-redirecting-lead = Tak, fordi du ventede. Du er fremme om et øjeblik.
page-redirecting-link = Gå videre nu
page-skip = Gå direkte til din plads i køen
page-powered-by = Drevet af Anteroom
page-about-link = Hvad er det her for en side?
page-status-link = Status for dette venterum

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tid til start
page-prequeue-countdown-label = Tid til forkøens åbning
# Label over a date with a time of day.
page-starts-at-label = Starttidspunkt
page-keep-open-before = Hold denne side åben. Den opdateres af sig selv, og du er stadig med i lodtrækningen, også hvis du genindlæser siden eller kommer tilbage inden start.
page-keep-open-idle = Denne side opdateres af sig selv. Du behøver ikke genindlæse den.

## Be told when it is your turn
page-notify-heading = Giv mig besked, når det er min tur
page-notify-sound = Afspil en lyd
page-notify-vibration = Vibrer
page-notify-notification = Vis en notifikation
page-notify-denied = Din browser tillader ikke notifikationer fra denne side. Det kan du ændre i browserens indstillinger.

## Language and device
page-language-label = Sprog
page-language-apply = Skift sprog
page-move-link = Fortsæt på en anden enhed

## The draw
page-draw-heading = Det sker ved start
page-draw-closing = Kort efter start lukker forkøen. De, der kommer senere, stiller sig bag alle dem, der allerede var her.
page-draw-chance = Derefter trækkes der lod om et nummer til alle i forkøen. Alle har samme chance, uanset om de kom tidligt eller sent.
page-draw-number = Dit nummer vises på denne side, og folk lukkes ind fra det laveste nummer og opad.
page-draw-with-beacon = Der indgår et offentligt tilfældigt tal i lodtrækningen, som ingen kan kende på forhånd. Derfor kan ingen vælge udfaldet.
page-draw-check = Alle kan kontrollere lodtrækningen bagefter.
page-draw-receipt = Alle kan kontrollere lodtrækningen bagefter. Din kvittering beviser, at du er med. Gem den indtil da.
page-draw-receipt-link = Hent din kvittering
page-draw-check-link = Sådan kontrollerer du lodtrækningen
page-drawn-link = Dit nummer er trukket – kontrollér lodtrækningen

## After the end
page-skip-content = Gå til indholdet
page-ended-help = Besøg selve webstedet for at se, hvad der tilbydes nu.
page-back-to-site = Tilbage til webstedet
