### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Fjöldi á undan þér
page-wait-label = Áætlaður biðtími
page-number-label = Númerið þitt í röðinni
page-progress-label = Leið þín í gegnum röðina
page-updated-label = Síðast uppfært
page-message-label = Tilkynning
page-keep-open = Hafðu þessa síðu opna. Hún uppfærist sjálfkrafa og þú heldur plássinu þínu þótt þú endurhlaðir síðuna eða komir aftur aðeins seinna.
page-leave = Fara úr röðinni
page-queue-id-label = Raðarauðkenni
page-offline = Tengingin rofnaði. Þú heldur plássinu þínu og við höldum áfram að reyna.
page-online-again = Tengingin er komin aftur.
page-redirecting-headline = Við erum að hleypa þér inn
page-redirecting-lead = Takk fyrir biðina. Þú kemst á leiðarenda eftir andartak.
page-redirecting-link = Fara þangað núna
page-skip = Fara beint að plássinu þínu í röðinni
page-powered-by = Keyrt á Anteroom
page-about-link = Hvaða síða er þetta?
page-status-link = Staða þessarar biðstofu

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Tími fram að byrjun
page-prequeue-countdown-label = Tími þar til forröðin opnar
# Label over a date with a time of day.
page-starts-at-label = Byrjar
page-keep-open-before = Hafðu þessa síðu opna. Hún uppfærist sjálfkrafa og þú ert áfram með í útdrættinum þótt þú endurhlaðir síðuna eða komir aftur fyrir byrjun.
page-keep-open-idle = Þessi síða uppfærist sjálfkrafa. Þú þarft ekki að endurhlaða hana.

## Be told when it is your turn
page-notify-heading = Láta mig vita þegar röðin kemur að mér
page-notify-sound = Spila hljóð
page-notify-vibration = Titra
page-notify-notification = Birta tilkynningu
page-notify-denied = Vafrinn þinn leyfir ekki tilkynningar frá þessari síðu. Þú getur breytt því í stillingum hans.

## Language and device
page-language-label = Tungumál
page-language-apply = Skipta um tungumál
page-move-link = Halda áfram í öðru tæki

## The draw
page-draw-heading = Hvað gerist við byrjun
page-draw-closing = Stuttu eftir byrjun lokar forröðin. Þau sem koma síðar fara í röðina á eftir öllum sem voru hér.
page-draw-chance = Þá er dregið númer fyrir alla í forröðinni. Allir hafa sömu möguleika, hvort sem þeir komu snemma eða seint.
page-draw-number = Númerið þitt birtist á þessari síðu og fólki er hleypt inn frá lægsta númeri og upp úr.
page-draw-with-beacon = Opinber slembitala, sem enginn getur vitað fyrir fram, er notuð í útdrættinum svo að enginn geti valið niðurstöðuna.
page-draw-check = Hver sem er getur sannreynt útdráttinn eftir á.
page-draw-receipt = Hver sem er getur sannreynt útdráttinn eftir á. Kvittunin þín sannar að þú ert með í honum; geymdu hana þangað til.
page-draw-receipt-link = Sækja kvittunina þína
page-draw-check-link = Hvernig útdrátturinn er sannreyndur
page-drawn-link = Númerið þitt var dregið – sannreyna útdráttinn

## After the end
page-skip-content = Fara beint í efnið
page-ended-help = Farðu á sjálfan vefinn til að sjá hvað er í boði núna.
page-back-to-site = Aftur á vefinn
