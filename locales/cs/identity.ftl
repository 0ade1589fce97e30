### The identity of a newcomer: a code by e-mail.

identity-title = Potvrďte svou e-mailovou adresu
identity-lead = Pošleme vám kód. Každá e-mailová adresa má jedno místo ve frontě.
identity-send = Poslat kód
identity-sent = Poslali jsme vám kód e-mailem. Platí tuto dobu: { $duration }.
identity-code-label = Kód z e-mailu
identity-again = E-mail nepřišel? Vyžádejte si nový kód nebo použijte jinou adresu
identity-price = Pokud se nic nestane, stiskněte tlačítko znovu po této době: { $duration }.
identity-price-works = Nechte prosím tuto stránku otevřenou: kód se pošle sám.
identity-error-code = Tento kód není správný. Podívejte se do e-mailu a zkuste to znovu.
identity-error-old = Tento kód už neplatí. Vyžádejte si prosím nový.
identity-error-soon = Na tuto adresu jsme právě poslali několik kódů. Podívejte se prosím do doručené pošty a do složky se spamem. Další kód můžeme poslat za tuto dobu: { $duration }.
identity-error-today = Na tuto adresu ani přes toto připojení dnes další kódy poslat nemůžeme. Zkuste jinou adresu nebo jiné připojení.
identity-error-send = E-mail se nepodařilo odeslat. Zkuste to prosím za minutu znovu.
identity-subject = { $room }: váš kód je { $code }
identity-why = Zadejte kód na stránce čekárny { $room } ({ $host }). Pokud jste o něj nežádali, můžete tento e-mail ignorovat. Kód nikomu nedávejte.
identity-sign-in = Přihlásit se
identity-sign-in-lead = Přihlaste se prosím. Každý účet má jedno místo ve frontě.
identity-error-sign-in = Přihlášení se nezdařilo. Zkuste to prosím znovu.
