### The identity of a newcomer: a code by e-mail.

identity-title = Potvrďte svoju e-mailovú adresu
identity-lead = Pošleme vám kód. Každá e-mailová adresa má jedno miesto v rade.
identity-send = Poslať kód
identity-sent = Poslali sme vám kód e-mailom. Platí tento čas: { $duration }.
identity-code-label = Kód z e-mailu
identity-again = E-mail neprišiel? Vyžiadajte si nový kód alebo použite inú adresu
identity-price = Ak sa nič nestane, stlačte tlačidlo znova. Predtým počkajte: { $duration }.
identity-price-works = Nechajte túto stránku otvorenú: kód sa odošle sám.
identity-error-code = Tento kód nie je správny. Pozrite si e-mail a skúste to znova.
identity-error-old = Tento kód už neplatí. Vyžiadajte si nový.
identity-error-soon = Na túto adresu sme práve poslali niekoľko kódov. Pozrite sa do doručenej pošty a do priečinka so spamom. Čas do ďalšieho kódu: { $duration }.
identity-error-today = Na túto adresu ani cez toto pripojenie dnes ďalšie kódy poslať nemôžeme. Skúste inú adresu alebo iné pripojenie.
identity-error-send = E-mail sa nepodarilo odoslať. Skúste to znova o minútu.
identity-subject = { $room }: váš kód je { $code }
identity-why = Zadajte kód na stránke čakárne { $room } ({ $host }). Ak ste oň nežiadali, môžete tento e-mail ignorovať. Kód nikomu nedávajte.
identity-sign-in = Prihlásiť sa
identity-sign-in-lead = Prihláste sa, aby ste dostali miesto. Každý účet má jedno miesto v rade.
identity-error-sign-in = Prihlásenie sa nepodarilo. Skúste to znova.
