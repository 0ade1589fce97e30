### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Zure aurretik dauden pertsonak
page-wait-label = Itxaronaldiaren estimazioa
page-number-label = Zure zenbakia ilaran
page-progress-label = Ilaran egindako bidea
page-updated-label = Azken eguneratzea
page-message-label = Oharra
page-keep-open = Utzi orri hau irekita, mesedez. Bere kabuz eguneratzen da, eta zure lekuari eusten diozu, orria berriro kargatu edo pixka bat geroago itzuli arren.
page-leave = Utzi ilara
page-queue-id-label = Ilarako IDa
page-offline = Konexioa eten egin da. Zure lekuari eusten diozu, eta saiatzen jarraitzen dugu.
page-online-again = Konexioa itzuli da.
page-redirecting-headline = Sarbidea ematen ari gatzaizkizu
page-redirecting-lead = Eskerrik asko itxaroteagatik. Berehala iritsiko zara.
page-redirecting-link = Joan orain
page-skip = Joan zuzenean ilaran duzun lekura
page-powered-by = Anteroom-en teknologiarekin
page-about-link = Zer da orri hau?
page-status-link = Itxarongela honen egoera

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Hasi arteko denbora
page-prequeue-countdown-label = Aurreilara ireki arteko denbora
# Label over a date with a time of day.
page-starts-at-label = Hasiera
page-keep-open-before = Utzi orri hau irekita, mesedez. Bere kabuz eguneratzen da, eta zozketan jarraitzen duzu, orria berriro kargatu edo hasi aurretik itzuli arren.
page-keep-open-idle = Orri hau bere kabuz eguneratzen da. Ez duzu berriro kargatu behar.

## Be told when it is your turn
page-notify-heading = Abisatu nire txanda denean
page-notify-sound = Jo soinu bat
page-notify-vibration = Egin dardara
page-notify-notification = Erakutsi jakinarazpen bat
page-notify-denied = Zure nabigatzaileak ez du orri honen jakinarazpenik onartzen. Nabigatzailearen ezarpenetan alda dezakezu.

## Language and device
page-language-label = Hizkuntza
page-language-apply = Aldatu hizkuntza
page-move-link = Jarraitu beste gailu batean

## The draw
page-draw-heading = Zer gertatzen da hasieran
page-draw-closing = Hasi eta handik gutxira, aurreilara itxi egiten da. Geroago datorrena hemen zeuden guztien atzean jartzen da ilaran.
page-draw-chance = Ondoren, zenbaki bat zozkatzen da aurreilaran dagoen pertsona bakoitzarentzat. Denek dute aukera bera, goiz nahiz berandu etorri.
page-draw-number = Zure zenbakia orri honetan agertuko da, eta jendea zenbaki txikienetik gora sartuko da.
page-draw-with-beacon = Zozketan inork aldez aurretik jakin ezin duen ausazko zenbaki publiko bat erabiltzen da; hala, inork ezin du emaitza aukeratu.
page-draw-check = Gero, edonork egiazta dezake zozketa.
page-draw-receipt = Gero, edonork egiazta dezake zozketa. Zure frogagiriak erakusten du zozketan zaudela; gorde ezazu ordura arte.
page-draw-receipt-link = Deskargatu zure frogagiria
page-draw-check-link = Nola egiaztatu zozketa
page-drawn-link = Zure zenbakia zozkatu da – egiaztatu zozketa

## After the end
page-skip-content = Joan zuzenean edukira
page-ended-help = Orain zer eskaintzen den ikusteko, joan webgunera bertara, mesedez.
page-back-to-site = Itzuli webgunera
