### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Vaša izžrebana številka: { $number }
draw-lead-drawn = Število udeležencev: { $population }. Vaša številka izhaja iz objavljenih dokumentov in nihče je ne more več spremeniti.
draw-heading-kept = Obdržite svojo številko: { $number }
draw-lead-kept = Pridružili ste se po zaprtju žreba, zato je vaša številka za številkami izžrebanih.
draw-heading-not-yet = Vaša številka še ni izžrebana
draw-lead-not-yet = Vsi, ki se pridružijo pred zaprtjem žreba, imajo enake možnosti. Ni pomembno, kdo je prišel prvi.
draw-heading-to-come = Ta žreb še ni bil izveden
draw-heading-aborted = Ta žreb je bil preklican
draw-lead-aborted = Nikomur ne da številke. Njegovi dokumenti ostanejo objavljeni skupaj z razlogom.
draw-heading-public = Žreb te čakalnice
draw-lead-public = Če želite videti tudi svojo številko, odprite to stran s svojega mesta v vrsti.
draw-heading-broken = Ta žreb ni veljaven
draw-lead-broken = Objavljeni dokumenti niso prestali preverjanja. Shranite njihovo kopijo in svoje potrdilo ter se obrnite na upravljavca spletnega mesta.

draw-checked = Kaj je preverjeno
draw-check-all = Objavljeni žrebi: { $count }. Njihovi dokumenti se ujemajo in so podpisani z istim ključem.
draw-check-commitment = Upravljavec je pred zaprtjem žreba določil skrivno vrednost tako, da je objavil njeno zgoščeno vrednost (hash).
draw-check-to-come = Upravljavec je določil skrivno vrednost tako, da je objavil njeno zgoščeno vrednost (hash). Drugi dokumenti se objavijo, ko se žreb izvede.
draw-check-cut-off = Nato je upravljavec določil in podpisal, koliko ljudi sodeluje: { $population }.
draw-check-reveal = Potem je bila skrivna vrednost objavljena. Je tista, ki je bila določena, in skupaj s številom udeležencev vsakomur določi številko.
draw-check-abort = Upravljavec je podpisal, da je bil žreb preklican, z razlogom »{ $reason }«.
draw-check-receipt = Vaše potrdilo je pristno in pripada temu žrebu.

draw-cautions = Česa to ne pokaže
draw-caution-without-beacon = V ta žreb ni bilo vključeno nobeno javno naključno število: upravljavec bi lahko vplival na to, koliko ljudi je bilo izžrebanih, in s tem na vrstni red.
draw-caution-unknown-chain = Časovnega razporeda javnega naključnega števila ne poznamo. Poglejte, kdaj je bilo objavljeno.
draw-caution-committed-late = Skrivna vrednost je bila določena šele, ko se je bilo že mogoče pridružiti.
draw-caution-drawn-again = Žreb je bil ponovljen. Pred tem preklicani žrebi: { $count }.
draw-caution-own-server = Ta stran prihaja s strežnika, ki je izvedel žreb. Če mu ne želite verjeti na besedo, preverite sami.

draw-yourself = Preverite sami
draw-get-document = Prenesite objavljeni žreb
draw-get-receipt = Prenesite in shranite svoje potrdilo
draw-run-command = Datoteke shranite v eno mapo in na svojem računalniku zaženite enega od teh ukazov. Programi so del odprtokodnega projekta Anteroom; dobite jih tam, ne na tem strežniku.
draw-compare-key = Primerjajte ta ključ s tistim, ki ga upravljavec objavlja drugje:
draw-back = Nazaj na vaše mesto v vrsti
