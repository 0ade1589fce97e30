### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Personer före dig
page-wait-label = Beräknad väntetid
page-number-label = Ditt nummer i kön
page-progress-label = Så långt har du kommit i kön
page-updated-label = Senast uppdaterad
page-message-label = Meddelande
page-keep-open = Låt den här sidan vara öppen. Den uppdateras av sig själv, och du behåller din plats även om du laddar om sidan eller kommer tillbaka lite senare.
page-leave = Lämna kön
page-queue-id-label = Kö-id
page-offline = Anslutningen är bruten. Du behåller din plats, och vi fortsätter att försöka.
page-online-again = Anslutningen är tillbaka.
page-redirecting-headline = Vi släpper in dig
page-redirecting-lead = Tack för att du väntade. Du är framme om ett ögonblick.
page-redirecting-link = Gå dit nu
page-skip = Gå direkt till din plats i kön
page-powered-by = Drivs av Anteroom
page-about-link = Vad är det här för sida?
page-status-link = Status för det här väntrummet

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tid kvar till start
page-prequeue-countdown-label = Tid kvar tills förkön öppnar
# Label over a date with a time of day.
page-starts-at-label = Starttid
page-keep-open-before = Låt den här sidan vara öppen. Den uppdateras av sig själv, och du är kvar i lottningen även om du laddar om sidan eller kommer tillbaka före start.
page-keep-open-idle = Den här sidan uppdateras av sig själv. Du behöver inte ladda om den.

## Be told when it is your turn
page-notify-heading = Säg till när det är min tur
page-notify-sound = Spela ett ljud
page-notify-vibration = Vibrera
page-notify-notification = Visa en avisering
page-notify-denied = Din webbläsare tillåter inte aviseringar från den här sidan. Du kan ändra det i webbläsarens inställningar.

## Language and device
page-language-label = Språk
page-language-apply = Byt språk
page-move-link = Fortsätt på en annan enhet

## The draw
page-draw-heading = Det här händer vid start
page-draw-closing = Strax efter start stänger förkön. De som kommer senare ställer sig bakom alla som var här.
page-draw-chance = Sedan lottas ett nummer till alla i förkön. Alla har samma chans, oavsett om de kom tidigt eller sent.
page-draw-number = Ditt nummer visas på den här sidan, och insläppet börjar med det lägsta numret.
page-draw-with-beacon = I lottningen ingår ett offentligt slumptal som ingen kan veta i förväg, så att ingen kan välja utfallet.
page-draw-check = Vem som helst kan kontrollera lottningen efteråt.
page-draw-receipt = Vem som helst kan kontrollera lottningen efteråt. Ditt kvitto bevisar att du är med. Spara det till dess.
page-draw-receipt-link = Ladda ner ditt kvitto
page-draw-check-link = Så kontrollerar du lottningen
page-drawn-link = Ditt nummer har lottats fram – kontrollera lottningen

## After the end
page-skip-content = Gå till innehållet
page-ended-help = Gå till själva webbplatsen för att se vad som erbjuds nu.
page-back-to-site = Tillbaka till webbplatsen
