### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Napíšte mi e-mail, keď budem takmer na rade
email-lead = Zanechajte nám svoju e-mailovú adresu a raz vám napíšeme, krátko predtým, ako prídete na rad ({ $duration }). Potom adresu vymažeme.
email-label = E-mailová adresa
email-save = Uložiť
email-kept = Uložená adresa: { $address }
email-remove = Vymazať adresu
email-sent = E-mail bol odoslaný alebo je na ceste. Ku každému miestu patrí len jeden.

## When it does not work
email-error-address = Na túto adresu nemôžeme poslať e-mail. Príklad: name@example.com
email-error-many = Dnes bolo zadaných priveľa adries. Nechajte radšej otvorenú stránku so svojím miestom.
email-error-link = Tento odkaz už neplatí. Vaše miesto je na zariadení, na ktorom ste ho naposledy použili.

## The e-mail
email-subject = { $room }: čoskoro prídete na rad
email-late = Ak prídete neskôr, miesto v rade vám zostane: pustíme vás ďalej, len čo to bude možné.
email-late-limit = Ak prídete neskôr, miesto vám po príchode na rad zostane obmedzený čas: { $duration }
email-button = Prejsť na moje miesto v rade
email-why = Tento e-mail ste dostali, pretože vaša adresa bola zadaná v čakárni { $room } ({ $host }). Tam je už vymazaná a ďalší e-mail nepríde. Ak ste to neboli vy, môžete tento e-mail ignorovať.

## A notification that comes with the page closed
push-button = Upozorniť aj po zatvorení stránky
push-failed = To sa nepodarilo. Nechajte radšej túto stránku otvorenú.
