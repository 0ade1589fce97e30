### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Inimesi teie ees
page-wait-label = Hinnanguline ooteaeg
page-number-label = Teie number järjekorras
page-progress-label = Teie liikumine järjekorras
page-updated-label = Viimati uuendatud
page-message-label = Teadaanne
page-keep-open = Palun jätke see leht avatuks. See uueneb ise ja teie koht jääb teile alles ka siis, kui laadite lehe uuesti või tulete veidi hiljem tagasi.
page-leave = Lahku järjekorrast
page-queue-id-label = Järjekorra ID
page-offline = Ühendus on katkenud. Teie koht jääb teile alles ja me proovime edasi.
page-online-again = Ühendus on taastunud.
page-redirecting-headline = Laseme teid sisse
page-redirecting-lead = Täname, et ootasite. Jõuate kohe kohale.
page-redirecting-link = Mine kohe sinna
page-skip = Liigu oma koha juurde järjekorras
page-powered-by = Töötab tarkvaral Anteroom
page-about-link = Mis leht see on?
page-status-link = Selle ooteruumi olek

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Aega alguseni
page-prequeue-countdown-label = Aega eeljärjekorra avamiseni
# Label over a date with a time of day.
page-starts-at-label = Algus
page-keep-open-before = Palun jätke see leht avatuks. See uueneb ise ja te jääte loosimisse ka siis, kui laadite lehe uuesti või tulete enne algust tagasi.
page-keep-open-idle = See leht uueneb ise. Te ei pea seda uuesti laadima.

## Be told when it is your turn
page-notify-heading = Anna teada, kui on minu kord
page-notify-sound = Helisignaal
page-notify-vibration = Vibreerimine
page-notify-notification = Näita teavitust
page-notify-denied = Teie brauser ei luba sellel lehel teavitusi. Saate seda brauseri seadetes muuta.

## Language and device
page-language-label = Keel
page-language-apply = Vaheta keelt
page-move-link = Jätka teises seadmes

## The draw
page-draw-heading = Mis juhtub alguses
page-draw-closing = Varsti pärast algust eeljärjekord suletakse. Kes tuleb hiljem, liitub järjekorraga kõigi taga, kes siin juba olid.
page-draw-chance = Seejärel loositakse igaühele eeljärjekorras number. Kõigil on võrdne võimalus, olenemata sellest, kas nad tulid vara või hilja.
page-draw-number = Teie number ilmub sellele lehele ja sisse lastakse alates väikseimast numbrist.
page-draw-with-beacon = Loosimises kasutatakse avalikku juhuarvu, mida keegi ei saa ette teada, nii et keegi ei saa tulemust valida.
page-draw-check = Loosimist saab pärast kontrollida igaüks.
page-draw-receipt = Loosimist saab pärast kontrollida igaüks. Teie kviitung tõendab, et osalete selles; hoidke see seni alles.
page-draw-receipt-link = Laadige alla oma kviitung
page-draw-check-link = Kuidas loosimist kontrollida
page-drawn-link = Teie number on loositud – kontrollige loosimist

## After the end
page-skip-content = Liigu sisu juurde
page-ended-help = Et näha, mida praegu pakutakse, minge veebisaidile endale.
page-back-to-site = Tagasi veebisaidile
