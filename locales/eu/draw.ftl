### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Zozketan egokitu zaizun zenbakia: { $number }
draw-lead-drawn = Parte-hartzaileak: { $population }. Zure zenbakia argitaratutako dokumentuetatik ateratzen da; jada inork ezin du aldatu.
draw-heading-kept = Zure zenbakiari eusten diozu: { $number }
draw-lead-kept = Zozketa itxi ondoren jarri zinen ilaran; beraz, zure zenbakia zozketan egon direnen ondoren dator.
draw-heading-not-yet = Zure zenbakia ez da oraindik zozkatu
draw-lead-not-yet = Zozketa itxi aurretik sartzen diren guztiek dute aukera bera. Ez du axola nor etorri den lehenengo.
draw-heading-to-come = Zozketa hau ez da oraindik egin
draw-heading-aborted = Zozketa hau bertan behera utzi da
draw-lead-aborted = Ez dio inori zenbakirik ematen. Haren dokumentuek argitaratuta jarraitzen dute, arrazoiarekin batera.
draw-heading-public = Itxarongela honen zozketa
draw-lead-public = Zure zenbakia ere ikusteko, ireki orri hau ilaran duzun lekutik.
draw-heading-broken = Zozketa hau ez da zuzena
draw-lead-broken = Argitaratutako dokumentuek ez dute egiaztapena gainditu. Gorde haien eta zure frogagiriaren kopia bat, mesedez, eta jarri harremanetan webgunearen arduradunekin.

draw-checked = Zer egiaztatu den
draw-check-all = Argitaratutako zozketak: { $count }. Haien dokumentuak bat datoz, eta gako berarekin sinatuta daude.
draw-check-commitment = Arduradunak sekretu bat finkatu zuen, haren hash balioa argitaratuta, zozketa itxi aurretik.
draw-check-to-come = Arduradunak sekretu bat finkatu du, haren hash balioa argitaratuta. Gainerako dokumentuak zozketa egiten denean argitaratzen dira.
draw-check-cut-off = Gero, arduradunak parte-hartzaileen kopurua finkatu eta sinatu zuen: { $population }.
draw-check-reveal = Ondoren, sekretua argitaratu zen. Finkatutako bera da, eta, kopuruarekin batera, guztien zenbakia ematen du.
draw-check-abort = Arduradunak sinatu zuen zozketa bertan behera utzi zela, arrazoi honengatik: «{ $reason }».
draw-check-receipt = Zure frogagiria benetakoa da eta zozketa honetakoa da.

draw-cautions = Zer ez duen erakusten honek
draw-caution-without-beacon = Zozketa honetan ez da ausazko zenbaki publikorik erabili: arduradunak eragina izan zezakeen zozkatutako pertsonen kopuruan eta, horren bidez, ordenan.
draw-caution-unknown-chain = Ez dugu ezagutzen ausazko zenbaki publikoaren egutegia. Begiratu noiz argitaratu zen.
draw-caution-committed-late = Sekretua ez zen finkatu jendea ilaran jarri ahal izan zen arte.
draw-caution-drawn-again = Zozketa errepikatu egin zen. Honen aurretik bertan behera utzitako zozketak: { $count }.
draw-caution-own-server = Orri hau zozketa egin duen zerbitzaritik dator. Haren hitzaz fidatu nahi ez baduzu, egiaztatu zeuk.

draw-yourself = Egiaztatu zeuk
draw-get-document = Deskargatu argitaratutako zozketa
draw-get-receipt = Deskargatu zure frogagiria eta gorde
draw-run-command = Jarri fitxategiak karpeta berean eta exekutatu komando hauetako bat zeure ordenagailuan. Programak Anteroom kode irekiko proiektuaren parte dira; hartu handik, ez zerbitzari honetatik.
draw-compare-key = Alderatu gako hau arduradunak beste nonbait erakusten duenarekin:
draw-back = Itzuli ilaran duzun lekura
