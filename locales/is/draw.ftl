### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Þú fékkst númerið { $number } í útdrættinum
draw-lead-drawn = Fjöldi þátttakenda: { $population }. Númerið þitt leiðir af birtu gögnunum; enginn getur breytt því lengur.
draw-heading-kept = Þú heldur númerinu { $number }
draw-lead-kept = Þú komst í röðina eftir að útdrættinum var lokað og því kemur númerið þitt á eftir þeim sem voru dregin.
draw-heading-not-yet = Númerið þitt hefur ekki verið dregið enn
draw-lead-not-yet = Allir sem koma áður en útdrættinum er lokað hafa sömu möguleika. Engu skiptir hver kom fyrst.
draw-heading-to-come = Þessi útdráttur hefur ekki farið fram enn
draw-heading-aborted = Hætt var við þennan útdrátt
draw-lead-aborted = Hann gefur engum númer. Gögn hans eru áfram birt ásamt ástæðunni.
draw-heading-public = Útdráttur þessarar biðstofu
draw-lead-public = Til að sjá líka þitt eigið númer skaltu opna þessa síðu frá plássinu þínu í röðinni.
draw-heading-broken = Þessi útdráttur stenst ekki
draw-lead-broken = Birtu gögnin standast ekki athugunina. Geymdu afrit af þeim og af kvittuninni þinni og hafðu samband við rekstraraðila vefsins.

draw-checked = Hvað var athugað
draw-check-all = Birtir útdrættir: { $count }. Gögn þeirra koma heim og saman og eru undirrituð með sama lykli.
draw-check-commitment = Áður en útdrættinum var lokað festi rekstraraðilinn leyndarmál með því að birta tætigildi (hash) þess.
draw-check-to-come = Rekstraraðilinn hefur fest leyndarmál með því að birta tætigildi (hash) þess. Önnur gögn eru birt þegar útdrátturinn fer fram.
draw-check-cut-off = Síðan festi rekstraraðilinn og undirritaði hversu margir taka þátt: { $population }.
draw-check-reveal = Eftir það var leyndarmálið birt. Það er það sama og var fest og ásamt fjöldanum gefur það númer allra.
draw-check-abort = Rekstraraðilinn undirritaði að hætt hefði verið við útdráttinn, með ástæðunni „{ $reason }“.
draw-check-receipt = Kvittunin þín er ósvikin og tilheyrir þessum útdrætti.

draw-cautions = Hvað þetta sýnir ekki
draw-caution-without-beacon = Engin opinber slembitala var notuð í þessum útdrætti: Rekstraraðilinn hefði getað haft áhrif á hversu margir voru með í honum og þar með á röðina.
draw-caution-unknown-chain = Við þekkjum ekki tímaáætlun opinberu slembitölunnar. Flettu upp hvenær hún var birt.
draw-caution-committed-late = Leyndarmálið var ekki fest fyrr en fólk gat þegar farið í röðina.
draw-caution-drawn-again = Útdrátturinn var endurtekinn. Útdrættir sem hætt var við á undan þessum: { $count }.
draw-caution-own-server = Þessi síða kemur frá þjóninum sem sá um útdráttinn. Ef þú vilt ekki taka hann á orðinu skaltu sannreyna útdráttinn á eigin spýtur.

draw-yourself = Sannreyndu á eigin spýtur
draw-get-document = Sækja birta útdráttinn
draw-get-receipt = Sækja kvittunina þína og geyma hana
draw-run-command = Settu skrárnar í eina möppu og keyrðu eina af þessum skipunum á þinni eigin tölvu. Forritin eru hluti af Anteroom, verkefni með opnum hugbúnaði; sæktu þau þangað, ekki af þessum þjóni.
draw-compare-key = Berðu þennan lykil saman við þann sem rekstraraðilinn sýnir annars staðar:
draw-back = Aftur að plássinu þínu í röðinni
