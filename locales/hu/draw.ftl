### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Az Ön kisorsolt sorszáma: { $number }
draw-lead-drawn = Résztvevők száma: { $population }. Az Ön sorszáma a közzétett adatokból következik, ezen már senki nem változtathat.
draw-heading-kept = Megtartja a sorszámát: { $number }
draw-lead-kept = Ön a sorsolás lezárása után csatlakozott, ezért sorszáma a kisorsoltaké után következik.
draw-heading-not-yet = Az Ön sorszámát még nem sorsolták ki
draw-lead-not-yet = Mindenkinek egyforma az esélye, aki a sorsolás lezárása előtt csatlakozik. Nem számít, ki érkezett előbb.
draw-heading-to-come = Ezt a sorsolást még nem tartották meg
draw-heading-aborted = Ezt a sorsolást visszavonták
draw-lead-aborted = Senki nem kap belőle sorszámot. Adatai az indoklással együtt közzétéve maradnak.
draw-heading-public = Ennek a váróteremnek a sorsolása
draw-lead-public = Ha a saját sorszámát is látni szeretné, a sorban elfoglalt helyéről nyissa meg ezt az oldalt.
draw-heading-broken = Ez a sorsolás nem felel meg az ellenőrzésen
draw-lead-broken = A közzétett adatok nem felelnek meg az ellenőrzésen. Kérjük, mentse el ezeket és az igazolását, és forduljon a webhely üzemeltetőjéhez.

draw-checked = Amit ellenőriztünk
draw-check-all = Közzétett sorsolások: { $count }. Adataik összeillenek, és ugyanazzal a kulccsal írták alá őket.
draw-check-commitment = Az üzemeltető a sorsolás lezárása előtt rögzített egy titkos értéket: közzétette annak lenyomatát (hash).
draw-check-to-come = Az üzemeltető rögzített egy titkos értéket: közzétette annak lenyomatát (hash). A többi adatot a sorsolás megtartásakor teszik közzé.
draw-check-cut-off = Ezután az üzemeltető rögzítette és aláírta a résztvevők számát: { $population }.
draw-check-reveal = Ezt követően a titkos értéket közzétették. Megegyezik a korábban rögzítettel, és a résztvevők számával együtt mindenkinek megadja a sorszámát.
draw-check-abort = Az üzemeltető aláírta, hogy a sorsolást visszavonták, ezzel az indoklással: „{ $reason }”.
draw-check-receipt = Az Ön igazolása eredeti, és ehhez a sorsoláshoz tartozik.

draw-cautions = Amit ez nem bizonyít
draw-caution-without-beacon = Ebben a sorsolásban nem használtak nyilvános véletlenszámot: az üzemeltető befolyásolhatta, hány embert sorsolnak, és ezáltal a sorrendet is.
draw-caution-unknown-chain = Nem ismerjük a nyilvános véletlenszám közzétételi rendjét. Nézzen utána, mikor tették közzé.
draw-caution-committed-late = A titkos értéket csak akkor rögzítették, amikor már lehetett csatlakozni.
draw-caution-drawn-again = A sorsolást megismételték. Ezt megelőzően visszavont sorsolások: { $count }.
draw-caution-own-server = Ez az oldal arról a kiszolgálóról érkezik, amely a sorsolást végezte. Ha nem szeretné bemondásra elhinni, ellenőrizze saját maga.

draw-yourself = Ellenőrizze saját maga
draw-get-document = A közzétett sorsolás letöltése
draw-get-receipt = Töltse le és őrizze meg az igazolását
draw-run-command = Tegye a fájlokat egy mappába, és futtassa a saját számítógépén az alábbi parancsok egyikét. A programok a nyílt forráskódú Anteroom projekt részei; onnan szerezze be őket, ne erről a kiszolgálóról.
draw-compare-key = Hasonlítsa össze ezt a kulcsot azzal, amelyet az üzemeltető máshol tesz közzé:
draw-back = Vissza a helyéhez a sorban
