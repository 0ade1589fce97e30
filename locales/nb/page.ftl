### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personer foran deg
page-wait-label = Anslått ventetid
page-number-label = Nummeret ditt i køen
page-progress-label = Framdriften din i køen
page-updated-label = Sist oppdatert
page-message-label = Kunngjøring
page-keep-open = Hold denne siden åpen. Den oppdateres av seg selv, og du beholder plassen din selv om du laster siden på nytt eller kommer tilbake litt senere.
page-leave = Forlat køen
page-queue-id-label = Kø-ID
page-offline = Forbindelsen er brutt. Du beholder plassen din, og vi fortsetter å prøve.
page-online-again = Forbindelsen er tilbake.
page-redirecting-headline = Vi slipper deg inn
page-redirecting-lead = Takk for at du ventet. Du er framme om et øyeblikk.
page-redirecting-link = Gå dit nå
page-skip = Gå rett til plassen din i køen
page-powered-by = Drevet av Anteroom
page-about-link = Hva er dette for en side?
page-status-link = Status for dette venterommet

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tid til start
page-prequeue-countdown-label = Tid til forkøen åpner
# Label over a date with a time of day.
page-starts-at-label = Starttidspunkt
page-keep-open-before = Hold denne siden åpen. Den oppdateres av seg selv, og du er fortsatt med i trekningen selv om du laster siden på nytt eller kommer tilbake før start.
page-keep-open-idle = Denne siden oppdateres av seg selv. Du trenger ikke å laste den på nytt.

## Be told when it is your turn
page-notify-heading = Si fra når det er min tur
page-notify-sound = Spill av en lyd
page-notify-vibration = Vibrer
page-notify-notification = Vis et varsel
page-notify-denied = Nettleseren din tillater ikke varsler fra denne siden. Du kan endre det i innstillingene i nettleseren.

## Language and device
page-language-label = Språk
page-language-apply = Bytt språk
page-move-link = Fortsett på en annen enhet

## The draw
page-draw-heading = Dette skjer ved start
page-draw-closing = Kort tid etter start stenger forkøen. De som kommer senere, stiller seg bak alle som var her.
page-draw-chance = Deretter trekkes det et nummer til alle i forkøen. Alle har samme sjanse, enten de kom tidlig eller sent.
page-draw-number = Nummeret ditt vises på denne siden, og folk slippes inn fra det laveste nummeret og oppover.
page-draw-with-beacon = I trekningen inngår et offentlig tilfeldig tall som ingen kan vite på forhånd, slik at ingen kan velge utfallet.
page-draw-check = Alle kan kontrollere trekningen etterpå.
page-draw-receipt = Alle kan kontrollere trekningen etterpå. Kvitteringen din beviser at du er med. Ta vare på den til da.
page-draw-receipt-link = Last ned kvitteringen din
page-draw-check-link = Slik kontrollerer du trekningen
page-drawn-link = Nummeret ditt er trukket – kontroller trekningen

## After the end
page-skip-content = Gå til innholdet
page-ended-help = Gå til selve nettstedet for å se hva som tilbys nå.
page-back-to-site = Tilbake til nettstedet
