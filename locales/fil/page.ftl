### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Mga nauuna sa inyo
page-wait-label = Tinatayang paghihintay
page-number-label = Numero ninyo sa pila
page-progress-label = Pag-usad ninyo sa pila
page-updated-label = Huling na-update
page-message-label = Anunsiyo
page-keep-open = Pakipanatiling bukas ang page na ito. Kusa itong nag-a-update, at sa inyo pa rin ang puwesto ninyo kahit i-reload ninyo ito o bumalik kayo pagkalipas ng ilang sandali.
page-leave = Umalis sa pila
page-queue-id-label = ID sa pila
page-offline = Naputol ang koneksiyon. Sa inyo pa rin ang puwesto ninyo, at patuloy kaming sumusubok.
page-online-again = Bumalik na ang koneksiyon.
page-redirecting-headline = Pinapapasok na namin kayo
page-redirecting-lead = Salamat sa paghihintay. Makakapasok na kayo sa ilang sandali.
page-redirecting-link = Pumasok na ngayon
page-skip = Lumaktaw sa puwesto ninyo sa pila
page-powered-by = Pinapatakbo ng Anteroom
page-about-link = Ano ang page na ito?
page-status-link = Kalagayan ng silid-hintayang ito

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Oras bago magsimula
page-prequeue-countdown-label = Oras bago magbukas ang paunang pila
# Label over a date with a time of day.
page-starts-at-label = Simula
page-keep-open-before = Pakipanatiling bukas ang page na ito. Kusa itong nag-a-update, at kasama pa rin kayo sa bunutan kahit i-reload ninyo ito o bumalik kayo bago magsimula.
page-keep-open-idle = Kusang nag-a-update ang page na ito. Hindi na ninyo ito kailangang i-reload.

## Be told when it is your turn
page-notify-heading = Sabihan ako kapag turno ko na
page-notify-sound = Magpatunog
page-notify-vibration = Mag-vibrate
page-notify-notification = Magpakita ng notification
page-notify-denied = Hindi pinapayagan ng browser ninyo ang mga notification mula sa page na ito. Mababago ninyo ito sa settings ng browser.

## Language and device
page-language-label = Wika
page-language-apply = Palitan ang wika
page-move-link = Magpatuloy sa ibang device

## The draw
page-draw-heading = Ano ang mangyayari sa simula
page-draw-closing = Magsasara ang paunang pila kaunting sandali pagkatapos ng simula. Ang mga darating pagkatapos niyon ay pipila sa likod ng lahat ng naririto na.
page-draw-chance = Pagkatapos, bubunutan ng numero ang bawat isa sa paunang pila. Pantay ang pagkakataon ng lahat, maaga man o huli silang dumating.
page-draw-number = Lalabas ang numero ninyo sa page na ito, at papapasukin ang mga tao mula sa pinakamababang numero pataas.
page-draw-with-beacon = May kasamang pampublikong random na numero ang bunutan na hindi malalaman ninuman nang maaga, kaya walang makapipili ng kalalabasan nito.
page-draw-check = Maaaring suriin ng sinuman ang bunutan pagkatapos.
page-draw-receipt = Maaaring suriin ng sinuman ang bunutan pagkatapos. Pinatutunayan ng resibo ninyo na kasama kayo rito; itago ninyo ito hanggang doon.
page-draw-receipt-link = I-download ang resibo ninyo
page-draw-check-link = Paano suriin ang bunutan
page-drawn-link = Nabunot na ang numero ninyo – suriin ang bunutan

## After the end
page-skip-content = Lumaktaw sa nilalaman
page-ended-help = Para makita kung ano ang iniaalok ngayon, pumunta po sa mismong site.
page-back-to-site = Bumalik sa site
