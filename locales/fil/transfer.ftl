### Moving a place to another device.

## On the device that has the place
move-title = Magpatuloy sa ibang device
move-lead = Madadala ninyo ang puwesto ninyo sa pila, halimbawa sa telepono ninyo. Pagkatapos, sa bagong device na lang ito may bisa, at hindi na sa device na ito.
move-make-code = Magpakita ng code
move-code-label = Ang code ninyo
move-scan = I-scan ang larawang ito gamit ang camera ng kabilang device, o buksan doon ang address na ito at i-type ang code:
move-picture-alt = QR code na may address kasama ang code ninyo
move-good-for = Isang beses lang magagamit ang code sa loob ng susunod na 5 minuto. Huwag itong ipakita sa sinumang ayaw ninyong makakuha ng puwesto ninyo.
move-back = Bumalik sa puwesto ninyo sa pila
move-new-code = Magpakita ng bagong code

## On the device that takes it over
move-enter-title = Kunin dito ang puwesto ninyo
move-enter-lead = I-type ang code na ipinapakita ng kabilang device.
move-enter-button = Magpatuloy
move-confirm-lead = Sa button na ito, lilipat sa device na ito ang puwesto ninyo sa pila. Wala na itong bisa sa kabilang device.
move-confirm-button = Ilipat dito ang puwesto ko
# The place that this browser holds itself is given up.
move-confirm-replaces = May puwesto na sa pilang ito ang browser na ito. Papalitan iyon ng puwestong kukunin ninyo.

## When it does not work
move-error-code = Walang bisa ang code na ito. Maaaring mali ang pagkaka-type nito, nagamit na o mahigit 5 minuto na. Pakipakita ng bagong code sa kabilang device.
move-error-many = Masyadong maraming beses nang sinubukan. Maghintay po ng isang minuto at subukang muli.
move-error-limit = Nailipat na ang puwestong ito nang kasindalas ng maaari. Manatili po sa device na may hawak nito.
move-error-away = Hindi ito magagawa sa ngayon dahil sa problemang teknikal. Mananatili ang puwesto ninyo kung nasaan ito. Pakisubukang muli.
move-error-turn = Turno na ninyo sa kabilang device. Magpatuloy po roon.

## Into the line of a priority group
move-priority-title = May priority code ako
move-priority-lead = I-type ang inyong code. Pagkatapos, maghihintay kayo sa pila ng grupo nito at bibitawan ang kasalukuyan ninyong puwesto.
move-priority-error = Walang bisa rito ang code na ito. Maaaring mali ang pagkaka-type nito, nagamit na o lipas na. Mananatili ang puwesto ninyo.
