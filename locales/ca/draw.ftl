### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = El vostre número del sorteig: { $number }
draw-lead-drawn = Participants: { $population }. El vostre número surt dels documents publicats i ningú ja no el pot canviar.
draw-heading-kept = Conserveu el número: { $number }
draw-lead-kept = Us hi vau afegir després de tancar-se el sorteig; per això el vostre número va darrere dels sortejats.
draw-heading-not-yet = El vostre número encara no s’ha sortejat
draw-lead-not-yet = Tothom qui s’hi afegeix abans que es tanqui el sorteig té les mateixes possibilitats. Tant és qui hagi arribat primer.
draw-heading-to-come = Aquest sorteig encara no s’ha fet
draw-heading-aborted = Aquest sorteig s’ha anul·lat
draw-lead-aborted = No dona número a ningú. Els documents continuen publicats, juntament amb el motiu.
draw-heading-public = El sorteig d’aquesta sala d’espera
draw-lead-public = Per veure també el vostre número, obriu aquesta pàgina des del vostre lloc a la cua.
draw-heading-broken = Aquest sorteig no se sosté
draw-lead-broken = Els documents publicats no superen la comprovació. Guardeu-ne una còpia, i també del vostre resguard, i poseu-vos en contacte amb l’equip del lloc web.

draw-checked = Què s’ha comprovat
draw-check-all = Sortejos publicats: { $count }. Els documents concorden entre ells i estan signats amb la mateixa clau.
draw-check-commitment = Abans que es tanqués el sorteig, l’operador va fixar un valor secret publicant-ne el resum criptogràfic (hash).
draw-check-to-come = L’operador ha fixat un valor secret publicant-ne el resum criptogràfic (hash). Els altres documents es publiquen quan es fa el sorteig.
draw-check-cut-off = Després, l’operador va fixar i signar quantes persones hi participen: { $population }.
draw-check-reveal = Tot seguit es va publicar el valor secret. És el que s’havia fixat i, juntament amb el nombre de participants, dona el número de cadascú.
draw-check-abort = L’operador va signar que el sorteig s’anul·lava, amb el motiu «{ $reason }».
draw-check-receipt = El vostre resguard és autèntic i correspon a aquest sorteig.

draw-cautions = Què no demostra això
draw-caution-without-beacon = En aquest sorteig no ha intervingut cap nombre aleatori públic: l’operador podria haver influït en quantes persones se sortejaven i, per tant, en l’ordre.
draw-caution-unknown-chain = No coneixem el calendari del nombre aleatori públic. Consulteu quan es va publicar.
draw-caution-committed-late = El valor secret no es va fixar fins que ja era possible afegir-s’hi.
draw-caution-drawn-again = El sorteig s’ha repetit. Sortejos anul·lats abans d’aquest: { $count }.
draw-caution-own-server = Aquesta pàgina ve del servidor que va fer el sorteig. Si no us voleu refiar de la seva paraula, comproveu-ho pel vostre compte.

draw-yourself = Comproveu-ho pel vostre compte
draw-get-document = Baixeu el sorteig publicat
draw-get-receipt = Baixeu i guardeu el vostre resguard
draw-run-command = Poseu els fitxers en una sola carpeta i executeu una d’aquestes ordres al vostre ordinador. Els programes formen part del projecte de codi obert Anteroom; obteniu-los d’allà, no d’aquest servidor.
draw-compare-key = Compareu aquesta clau amb la que l’operador mostra en un altre lloc:
draw-back = Torneu al vostre lloc a la cua
