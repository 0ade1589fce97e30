### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Poslat mi e-mail, až budu téměř na řadě
email-lead = Zanechte nám svou e-mailovou adresu a jednou vám napíšeme, krátce předtím, než přijdete na řadu ({ $duration }). Potom adresu smažeme.
email-label = E-mailová adresa
email-save = Uložit
email-kept = Uložená adresa: { $address }
email-remove = Smazat adresu
email-sent = E-mail byl odeslán nebo je na cestě. Ke každému místu ve frontě patří jen jeden.

## When it does not work
email-error-address = Na tuto adresu e-mail poslat nemůžeme. Příklad: name@example.com
email-error-many = Dnes bylo zadáno příliš mnoho adres. Nechte prosím raději otevřenou stránku čekárny.
email-error-link = Tento odkaz už neplatí. Vaše místo ve frontě je na zařízení, na kterém jste ho naposledy použili.

## The e-mail
email-subject = { $room }: brzy přijdete na řadu
email-late = Pokud přijdete později, své místo ve frontě si ponecháte: pustíme vás dál, jakmile bude volno.
email-late-limit = Pokud přijdete později, své místo ve frontě si ponecháte ještě omezenou dobu poté, co na vás přijde řada: { $duration }
email-button = Přejít na mé místo ve frontě
email-why = Tento e-mail jste dostali, protože vaše adresa byla zadána v čekárně { $room } ({ $host }). Tam je už smazaná a žádný další e-mail nepřijde. Pokud jste to nebyli vy, můžete tento e-mail ignorovat.

## A notification that comes with the page closed
push-button = Upozornit i po zavření stránky
push-failed = To se nepovedlo. Nechte prosím raději tuto stránku otevřenou.
