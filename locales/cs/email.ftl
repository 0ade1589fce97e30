### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Napište mi e-mail, až budu téměř na řadě
email-lead = Zanechte nám svou e-mailovou adresu a jednou vám napíšeme, krátce předtím, než přijdete na řadu ({ $duration }). Potom adresu smažeme.
email-label = E-mailová adresa
email-save = Uložit
email-kept = Uložená adresa: { $address }
email-remove = Smazat adresu
email-sent = E-mail byl odeslán nebo je na cestě. Ke každému místu patří jen jeden.

## When it does not work
email-error-address = Toto není úplná e-mailová adresa. Příklad: name@example.com
email-error-many = Dnes bylo zadáno příliš mnoho adres. Nechte prosím raději otevřenou stránku se svým místem.
email-error-link = Tento odkaz už neplatí. Vaše místo je na zařízení, na kterém jste ho naposledy použili.

## The e-mail
email-subject = { $room }: brzy přijdete na řadu
email-late = Pokud přijdete později, o místo nepřijdete: pustíme vás dál, jakmile se uvolní místo.
email-late-limit = Pokud přijdete později, místo vám po příchodu na řadu zůstane po omezenou dobu: { $duration }
email-button = Přejít na mé místo
email-why = Tento e-mail jste dostali, protože vaše adresa byla zadána v čekárně { $host }. Tam je už smazaná a žádný další e-mail nepřijde. Pokud jste to nebyli vy, můžete tento e-mail ignorovat.
