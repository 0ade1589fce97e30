### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Ennyien vannak Ön előtt
page-wait-label = Becsült várakozás
page-number-label = Az Ön sorszáma a sorban
page-progress-label = Előrehaladása a sorban
page-updated-label = Utolsó frissítés
page-message-label = Közlemény
page-keep-open = Kérjük, tartsa nyitva ezt az oldalt. Magától frissül, és Ön akkor is megtartja a helyét, ha újratölti, vagy kicsit később tér vissza.
page-leave = Kilépés a sorból
page-queue-id-label = Sorazonosító
page-offline = A kapcsolat megszakadt. Ön megtartja a helyét, mi pedig tovább próbálkozunk.
page-online-again = A kapcsolat helyreállt.
page-redirecting-headline = Beengedjük Önt
page-redirecting-lead = Köszönjük, hogy várt. Egy pillanat, és megérkezik.
page-redirecting-link = Tovább most
page-skip = Ugrás a helyéhez a sorban
page-powered-by = Működteti: Anteroom
page-about-link = Mi ez az oldal?
page-status-link = A váróterem állapota

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = A kezdésig hátralévő idő
page-prequeue-countdown-label = Az előzetes sor megnyitásáig hátralévő idő
# Label over a date with a time of day.
page-starts-at-label = Kezdés
page-keep-open-before = Kérjük, tartsa nyitva ezt az oldalt. Magától frissül, és Ön akkor is benne marad a sorsolásban, ha újratölti, vagy a kezdés előtt visszatér.
page-keep-open-idle = Ez az oldal magától frissül. Nem kell újratöltenie.

## Be told when it is your turn
page-notify-heading = Értesítést kérek, amikor sorra kerülök
page-notify-sound = Hangjelzés
page-notify-vibration = Rezgés
page-notify-notification = Értesítés megjelenítése
page-notify-denied = A böngészője nem engedélyezi az értesítéseket ezen az oldalon. Ezt a böngésző beállításaiban módosíthatja.

## Language and device
page-language-label = Nyelv
page-language-apply = Nyelv módosítása
page-move-link = Folytatás másik eszközön

## The draw
page-draw-heading = Mi történik a kezdéskor
page-draw-closing = Röviddel a kezdés után az előzetes sor lezárul. Aki később jön, mindazok mögé áll be a sorba, akik már itt voltak.
page-draw-chance = Ezután az előzetes sorban mindenkinek sorszámot sorsolnak. Mindenkinek egyforma az esélye, akár korán jött, akár későn.
page-draw-number = Az Ön sorszáma ezen az oldalon jelenik meg. A beengedés a legkisebb sorszámtól halad felfelé.
page-draw-with-beacon = A sorsolásban egy olyan nyilvános véletlenszámot is használnak, amelyet előre senki nem ismerhet, így az eredményt senki nem választhatja meg.
page-draw-check = A sorsolást utólag bárki ellenőrizheti.
page-draw-receipt = A sorsolást utólag bárki ellenőrizheti. Az igazolása bizonyítja, hogy Ön részt vesz benne; addig őrizze meg.
page-draw-receipt-link = Igazolás letöltése
page-draw-check-link = Hogyan ellenőrizhető a sorsolás
page-drawn-link = Sorszámát kisorsolták – a sorsolás ellenőrzése

## After the end
page-skip-content = Ugrás a tartalomhoz
page-ended-help = Az aktuális kínálatot magán a webhelyen találja.
page-back-to-site = Vissza a webhelyre
