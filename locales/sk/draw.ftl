### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Vaše vyžrebované číslo: { $number }
draw-lead-drawn = Počet účastníkov: { $population }. Vaše číslo vyplýva zo zverejnených podkladov a nikto ho už nemôže zmeniť.
draw-heading-kept = Vaše číslo zostáva: { $number }
draw-lead-kept = Pridali ste sa až po uzavretí žrebovania, preto vaše číslo nasleduje za číslami tých, ktorí boli vyžrebovaní.
draw-heading-not-yet = Vaše číslo ešte nie je vyžrebované
draw-lead-not-yet = Každý, kto sa pridá pred uzavretím žrebovania, má rovnakú šancu. Nezáleží na tom, kto prišiel prvý.
draw-heading-to-come = Toto žrebovanie sa ešte nekonalo
draw-heading-aborted = Toto žrebovanie bolo zrušené
draw-lead-aborted = Nikomu neprideľuje číslo. Jeho podklady zostávajú zverejnené spolu s dôvodom zrušenia.
draw-heading-public = Žrebovanie tejto čakárne
draw-lead-public = Ak chcete vidieť aj svoje číslo, otvorte túto stránku zo svojho miesta v rade.
draw-heading-broken = Toto žrebovanie neprešlo kontrolou
draw-lead-broken = Zverejnené podklady neprešli kontrolou. Uložte si ich kópiu aj svoje potvrdenie a obráťte sa na prevádzkovateľa webovej stránky.

draw-checked = Čo sa skontrolovalo
draw-check-all = Počet zverejnených žrebovaní: { $count }. Ich podklady do seba zapadajú a sú podpísané tým istým kľúčom.
draw-check-commitment = Prevádzkovateľ ešte pred uzavretím žrebovania záväzne určil tajnú hodnotu tým, že zverejnil jej odtlačok (hash).
draw-check-to-come = Prevádzkovateľ záväzne určil tajnú hodnotu tým, že zverejnil jej odtlačok (hash). Ostatné podklady sa zverejnia, keď sa žrebovanie uskutoční.
draw-check-cut-off = Potom prevádzkovateľ určil a podpísal počet účastníkov: { $population }.
draw-check-reveal = Následne bola tajná hodnota zverejnená. Je to tá, ktorá bola vopred určená, a spolu s počtom účastníkov dáva číslo každému z nich.
draw-check-abort = Prevádzkovateľ podpísal, že žrebovanie bolo zrušené, s dôvodom „{ $reason }“.
draw-check-receipt = Vaše potvrdenie je pravé a patrí k tomuto žrebovaniu.

draw-cautions = Čo sa tým nepreukazuje
draw-caution-without-beacon = Do tohto žrebovania nevstúpilo žiadne verejné náhodné číslo: prevádzkovateľ mohol ovplyvniť, koľko ľudí sa žrebovalo, a tým aj poradie.
draw-caution-unknown-chain = Nepoznáme časový rozvrh verejného náhodného čísla. Overte si, kedy bolo zverejnené.
draw-caution-committed-late = Tajná hodnota bola určená až vtedy, keď sa ľudia už mohli pridávať.
draw-caution-drawn-again = Žrebovanie sa opakovalo. Počet žrebovaní zrušených pred týmto: { $count }.
draw-caution-own-server = Táto stránka pochádza zo servera, ktorý žreboval. Ak sa nechcete spoliehať na jeho slovo, overte si to sami.

draw-yourself = Overte si to sami
draw-get-document = Stiahnuť zverejnené žrebovanie
draw-get-receipt = Stiahnuť a uschovať potvrdenie
draw-run-command = Uložte súbory do jedného priečinka a na vlastnom počítači spustite jeden z týchto príkazov. Programy sú súčasťou projektu Anteroom s otvoreným zdrojovým kódom; získajte ich tam, nie z tohto servera.
draw-compare-key = Porovnajte tento kľúč s tým, ktorý prevádzkovateľ uvádza inde:
draw-back = Späť na vaše miesto v rade
