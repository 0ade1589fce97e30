### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Ang nabunot na numero ninyo: { $number }
draw-lead-drawn = Bilang ng lumahok: { $population }. Galing ang numero ninyo sa mga inilathalang dokumento; wala nang makababago nito.
draw-heading-kept = Sa inyo pa rin ang numero { $number }
draw-lead-kept = Pumila kayo pagkasara ng bunutan, kaya kasunod ng mga nabunutan ang numero ninyo.
draw-heading-not-yet = Hindi pa nabubunot ang numero ninyo
draw-lead-not-yet = Pantay ang pagkakataon ng lahat ng pipila bago isara ang bunutan. Hindi mahalaga kung sino ang naunang dumating.
draw-heading-to-come = Hindi pa naisasagawa ang bunutang ito
draw-heading-aborted = Kinansela ang bunutang ito
draw-lead-aborted = Walang makakakuha ng numero mula rito. Mananatiling nakalathala ang mga dokumento nito, kasama ang dahilan.
draw-heading-public = Ang bunutan ng silid-hintayang ito
draw-lead-public = Para makita rin ang sarili ninyong numero, buksan ang page na ito mula sa puwesto ninyo sa pila.
draw-heading-broken = Hindi tama ang bunutang ito
draw-lead-broken = Hindi pumasa sa pagsusuri ang mga inilathalang dokumento. Magtago po ng kopya ng mga ito at ng resibo ninyo, at makipag-ugnayan sa mga nagpapatakbo ng website.

draw-checked = Ano ang sinuri
draw-check-all = Mga inilathalang bunutan: { $count }. Magkakatugma ang mga dokumento nito at nilagdaan gamit ang iisang key.
draw-check-commitment = Nagtakda ang nagpapatakbo ng isang lihim sa pamamagitan ng paglalathala ng hash nito bago isara ang bunutan.
draw-check-to-come = Nagtakda ang nagpapatakbo ng isang lihim sa pamamagitan ng paglalathala ng hash nito. Ilalathala ang iba pang dokumento kapag isinagawa na ang bunutan.
draw-check-cut-off = Pagkatapos, itinakda at nilagdaan ng nagpapatakbo kung ilan ang lalahok: { $population }.
draw-check-reveal = Pagkatapos niyon, inilathala ang lihim. Ito ang mismong itinakda, at kasama ng bilang ng lumahok, ito ang nagbibigay ng numero ng bawat isa.
draw-check-abort = Nilagdaan ng nagpapatakbo na kinansela ang bunutan, sa dahilang “{ $reason }”.
draw-check-receipt = Tunay ang resibo ninyo at para ito sa bunutang ito.

draw-cautions = Ano ang hindi nito ipinakikita
draw-caution-without-beacon = Walang kasamang pampublikong random na numero ang bunutang ito: maaaring naimpluwensiyahan ng nagpapatakbo kung ilan ang nabunutan, at sa gayon, ang pagkakasunod-sunod.
draw-caution-unknown-chain = Hindi namin alam ang iskedyul ng pampublikong random na numero. Alamin kung kailan ito inilathala.
draw-caution-committed-late = Itinakda lang ang lihim noong maaari nang pumila ang mga tao.
draw-caution-drawn-again = Inulit ang bunutan. Mga bunutang kinansela bago ito: { $count }.
draw-caution-own-server = Galing ang page na ito sa server na nagsagawa ng bunutan. Kung ayaw ninyong umasa sa sinasabi nito, kayo mismo ang sumuri.

draw-yourself = Kayo mismo ang sumuri
draw-get-document = I-download ang inilathalang bunutan
draw-get-receipt = I-download ang resibo ninyo at itago
draw-run-command = Ilagay ang mga file sa iisang folder at patakbuhin ang isa sa mga command na ito sa sarili ninyong computer. Bahagi ng open-source na proyektong Anteroom ang mga program; doon kunin ang mga ito, hindi sa server na ito.
draw-compare-key = Ihambing ang key na ito sa ipinapakita ng nagpapatakbo sa ibang lugar:
draw-back = Bumalik sa puwesto ninyo sa pila
