### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Jums ištrauktas numeris: { $number }
draw-lead-drawn = Dalyvių skaičius: { $population }. Jūsų numeris nustatomas pagal paskelbtus dokumentus, ir niekas jo nebegali pakeisti.
draw-heading-kept = Jums lieka numeris: { $number }
draw-lead-kept = Prisijungėte jau uždarius burtų traukimą, todėl jūsų numeris eina po tų, kuriems numeriai ištraukti burtais.
draw-heading-not-yet = Jūsų numeris dar neištrauktas
draw-lead-not-yet = Visi, kurie prisijungia prieš uždarant burtų traukimą, turi vienodą galimybę. Nesvarbu, kas atėjo pirmas.
draw-heading-to-come = Šis burtų traukimas dar neįvyko
draw-heading-aborted = Šis burtų traukimas atšauktas
draw-lead-aborted = Jis niekam nesuteikia numerio. Jo dokumentai lieka paskelbti kartu su priežastimi.
draw-heading-public = Šio laukiamojo burtų traukimas
draw-lead-public = Jei norite matyti ir savo numerį, atverkite šį puslapį iš savo vietos eilėje.
draw-heading-broken = Šis burtų traukimas neteisingas
draw-lead-broken = Paskelbti dokumentai neišlaiko patikros. Išsaugokite jų ir savo kvito kopiją ir kreipkitės į svetainės valdytoją.

draw-checked = Kas patikrinta
draw-check-all = Paskelbti burtų traukimai: { $count }. Jų dokumentai tarpusavyje dera ir yra pasirašyti tuo pačiu raktu.
draw-check-commitment = Prieš uždarant burtų traukimą, operatorius užfiksavo slaptą reikšmę paskelbdamas jos maišos reikšmę (hash).
draw-check-to-come = Operatorius užfiksavo slaptą reikšmę paskelbdamas jos maišos reikšmę (hash). Kiti dokumentai skelbiami, kai traukiami burtai.
draw-check-cut-off = Tada operatorius užfiksavo ir pasirašė, kiek žmonių dalyvauja: { $population }.
draw-check-reveal = Po to slapta reikšmė buvo paskelbta. Tai ta pati reikšmė, kuri buvo užfiksuota, ir kartu su dalyvių skaičiumi ji nustato kiekvieno numerį.
draw-check-abort = Operatorius pasirašė, kad burtų traukimas atšauktas, nurodydamas priežastį „{ $reason }“.
draw-check-receipt = Jūsų kvitas yra tikras ir priklauso šiam burtų traukimui.

draw-cautions = Ko tai neparodo
draw-caution-without-beacon = Šiam burtų traukimui nenaudotas viešas atsitiktinis skaičius: operatorius galėjo paveikti, kiek žmonių dalyvavo, o kartu ir eilės tvarką.
draw-caution-unknown-chain = Nežinome, pagal kokį tvarkaraštį skelbiamas viešas atsitiktinis skaičius. Pasižiūrėkite, kada jis buvo paskelbtas.
draw-caution-committed-late = Slapta reikšmė užfiksuota tik tada, kai prisijungti jau buvo galima.
draw-caution-drawn-again = Burtai traukti pakartotinai. Burtų traukimai, atšaukti prieš šį: { $count }.
draw-caution-own-server = Šis puslapis gautas iš serverio, kuris traukė burtus. Jei nenorite tikėti jo žodžiu, patikrinkite patys.

draw-yourself = Patikrinkite patys
draw-get-document = Atsisiųsti paskelbtą burtų traukimą
draw-get-receipt = Atsisiųsti ir išsaugoti savo kvitą
draw-run-command = Sudėkite failus į vieną aplanką ir savo kompiuteryje paleiskite vieną iš šių komandų. Programos yra atvirojo kodo projekto Anteroom dalis; gaukite jas ten, o ne iš šio serverio.
draw-compare-key = Palyginkite šį raktą su tuo, kurį operatorius rodo kitur:
draw-back = Atgal į savo vietą eilėje
