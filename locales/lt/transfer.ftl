### Moving a place to another device.

## On the device that has the place
move-title = Tęsti kitame įrenginyje
move-lead = Savo vietą eilėje galite pasiimti su savimi, pavyzdžiui, į telefoną. Tada ji galioja tik naujame įrenginyje, o šiame – nebe.
move-make-code = Rodyti kodą
move-code-label = Jūsų kodas
move-scan = Nuskaitykite šį paveikslėlį kito įrenginio kamera arba jame atverkite šį adresą ir įveskite kodą:
move-picture-alt = QR kodas, kuriame yra adresas su jūsų kodu
move-good-for = Kodą galima panaudoti vieną kartą per artimiausias 5 minutes. Nerodykite jo niekam, kam nenorite atiduoti savo vietos.
move-back = Atgal į savo vietą eilėje
move-new-code = Rodyti naują kodą

## On the device that takes it over
move-enter-title = Perimkite savo vietą
move-enter-lead = Įveskite kodą, kurį rodo kitas įrenginys.
move-enter-button = Tęsti
move-confirm-lead = Paspaudus šį mygtuką jūsų vieta eilėje perkeliama į šį įrenginį. Kitame įrenginyje ji nebegalioja.
move-confirm-button = Perkelti mano vietą čia
# The place that this browser holds itself is given up.
move-confirm-replaces = Ši naršyklė jau turi vietą šioje eilėje. Jos netenkate, o ją pakeičia ta, kurią perimate.

## When it does not work
move-error-code = Šis kodas negalioja. Galbūt jis įvestas klaidingai, jau panaudotas arba praėjo daugiau nei 5 minutės. Kitame įrenginyje parodykite naują kodą.
move-error-many = Buvo per daug bandymų. Palaukite minutę ir bandykite dar kartą.
move-error-limit = Šios vietos perkelti nebegalima, nes pasiekta riba. Likite tame įrenginyje, kuriame ji yra.
move-error-away = Dėl techninių nesklandumų šiuo metu tai neįmanoma. Jūsų vieta lieka ten, kur yra. Bandykite dar kartą.
move-error-turn = Kitame įrenginyje jau atėjo jūsų eilė. Tęskite ten.

## Into the line of a priority group
move-priority-title = Turiu pirmenybės kodą
move-priority-lead = Įveskite savo kodą. Tada lauksite jo grupės eilėje ir neteksite dabartinės vietos.
move-priority-error = Šis kodas čia negalioja. Galbūt jis įvestas klaidingai, jau panaudotas arba nebegalioja. Jūsų vieta lieka tokia, kokia yra.
