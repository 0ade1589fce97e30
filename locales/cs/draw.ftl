### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Bylo vám vylosováno číslo { $number }
draw-lead-drawn = Počet účastníků: { $population }. Vaše číslo vyplývá ze zveřejněných dokumentů; nikdo ho už nemůže změnit.
draw-heading-kept = Ponecháváte si číslo { $number }
draw-lead-kept = Zařadili jste se až po uzavření losování, a proto vaše číslo následuje po vylosovaných.
draw-heading-not-yet = Vaše číslo ještě nebylo vylosováno
draw-lead-not-yet = Každý, kdo se zařadí před uzavřením losování, má stejnou šanci. Nezáleží na tom, kdo přišel první.
draw-heading-to-come = Toto losování se ještě nekonalo
draw-heading-aborted = Toto losování bylo zrušeno
draw-lead-aborted = Nikomu nedává číslo. Jeho dokumenty zůstávají zveřejněné spolu s důvodem.
draw-heading-public = Losování této čekárny
draw-lead-public = Chcete-li vidět i své vlastní číslo, otevřete tuto stránku ze svého místa ve frontě.
draw-heading-broken = Toto losování při kontrole neobstálo
draw-lead-broken = Zveřejněné dokumenty kontrolou neprošly. Uschovejte si prosím jejich kopii i kopii svého potvrzení a kontaktujte provozovatele webu.

draw-checked = Co bylo ověřeno
draw-check-all = Zveřejněná losování: { $count }. Jejich dokumenty spolu souhlasí a jsou podepsané stejným klíčem.
draw-check-commitment = Ještě před uzavřením losování provozovatel závazně stanovil tajný údaj tím, že zveřejnil jeho otisk (hash).
draw-check-to-come = Provozovatel závazně stanovil tajný údaj tím, že zveřejnil jeho otisk (hash). Ostatní dokumenty se zveřejní, až losování proběhne.
draw-check-cut-off = Potom provozovatel stanovil a podepsal, kolik lidí se účastní: { $population }.
draw-check-reveal = Nato byl tajný údaj zveřejněn. Je to ten, který byl stanoven, a spolu s počtem účastníků určuje číslo každého z nich.
draw-check-abort = Provozovatel podepsal, že losování bylo zrušeno, a uvedl důvod: „{ $reason }“.
draw-check-receipt = Vaše potvrzení je pravé a patří k tomuto losování.

draw-cautions = Co to nedokazuje
draw-caution-without-beacon = Do tohoto losování nevstoupilo žádné veřejné náhodné číslo: provozovatel mohl ovlivnit, kolik lidí se losovalo, a tím i pořadí.
draw-caution-unknown-chain = Neznáme časový plán veřejného náhodného čísla. Vyhledejte si, kdy bylo zveřejněno.
draw-caution-committed-late = Tajný údaj byl stanoven, až když už bylo možné se zařadit.
draw-caution-drawn-again = Losování se opakovalo. Předtím zrušená losování: { $count }.
draw-caution-own-server = Tato stránka pochází ze serveru, který losoval. Pokud mu nechcete věřit jen na slovo, ověřte si to sami.

draw-yourself = Ověřte si to sami
draw-get-document = Stáhnout zveřejněné losování
draw-get-receipt = Stáhnout své potvrzení a uschovat ho
draw-run-command = Uložte soubory do jedné složky a spusťte jeden z těchto příkazů na vlastním počítači. Programy jsou součástí projektu Anteroom s otevřeným zdrojovým kódem; získejte je tam, ne z tohoto serveru.
draw-compare-key = Porovnejte tento klíč s tím, který provozovatel ukazuje jinde:
draw-back = Zpět na své místo ve frontě
