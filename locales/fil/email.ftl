### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = I-email ako kapag malapit na ang turno ko
email-lead = Iwan ninyo ang email address ninyo, at isang beses kaming susulat, ilang sandali bago ang turno ninyo ({ $duration }). Pagkatapos, buburahin namin ang address.
email-label = Email address ninyo
email-save = I-save
email-kept = Na-save na address: { $address }
email-remove = Burahin ang address
email-sent = Naipadala na ang email o papunta na. Isa lang para sa bawat puwesto.

## When it does not work
email-error-address = Hindi kami makakapagpadala sa email address na ito. Halimbawa: name@example.com
email-error-many = Masyado nang maraming address ang ibinigay ngayong araw. Panatilihin na lang po ninyong bukas ang page ng puwesto ninyo.
email-error-link = Wala nang bisa ang link na ito. Nasa device na huli ninyong ginamit ang puwesto ninyo.

## The e-mail
email-subject = { $room }: malapit na ang turno ninyo
email-late = Kung mahuli kayo, sa inyo pa rin ang puwesto sa pila: papapasukin namin kayo sa sandaling maaari na.
email-late-limit = Kung mahuli kayo, itatabi ang puwesto ninyo nang limitadong oras pagkatapos ng turno ninyo: { $duration }
email-button = Pumunta sa puwesto ko sa pila
email-why = Natanggap ninyo ang email na ito dahil ibinigay ang address ninyo sa silid-hintayan na { $room } ({ $host }). Binura na ito roon, at wala nang susunod na email. Kung hindi kayo iyon, huwag na lang pansinin ang email na ito.

## A notification that comes with the page closed
push-button = Abisuhan ako kahit sarado ang page
push-failed = Hindi ito gumana. Panatilihin na lang po ninyong bukas ang page na ito.
