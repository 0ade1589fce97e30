### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Wylosowano dla ciebie numer { $number }
draw-lead-drawn = Liczba uczestników: { $population }. Twój numer wynika z opublikowanych dokumentów; nikt nie może go już zmienić.
draw-heading-kept = Zachowujesz numer { $number }
draw-lead-kept = To miejsce przydzielono po zamknięciu losowania, więc twój numer następuje po numerach wylosowanych osób.
draw-heading-not-yet = Twój numer nie został jeszcze wylosowany
draw-lead-not-yet = Każdy, kto dołączy przed zamknięciem losowania, ma taką samą szansę. Nie ma znaczenia, kto przyszedł pierwszy.
draw-heading-to-come = To losowanie jeszcze się nie odbyło
draw-heading-aborted = To losowanie przerwano
draw-lead-aborted = Nie daje ono nikomu numeru. Jego dokumenty pozostają opublikowane wraz z powodem.
draw-heading-public = Losowanie w tej poczekalni
draw-lead-public = Aby zobaczyć także swój numer, otwórz tę stronę ze swojego miejsca w kolejce.
draw-heading-broken = To losowanie jest nieprawidłowe
draw-lead-broken = Opublikowane dokumenty nie przechodzą sprawdzenia. Zachowaj ich kopię oraz swoje potwierdzenie i skontaktuj się z administratorem witryny.

draw-checked = Co sprawdzono
draw-check-all = Opublikowane losowania: { $count }. Ich dokumenty są ze sobą zgodne i podpisane tym samym kluczem.
draw-check-commitment = Zanim zamknięto losowanie, operator ustalił sekret, publikując jego skrót kryptograficzny (hash).
draw-check-to-come = Operator ustalił sekret, publikując jego skrót kryptograficzny (hash). Pozostałe dokumenty są publikowane, gdy odbywa się losowanie.
draw-check-cut-off = Następnie operator ustalił i podpisał, ile osób bierze udział: { $population }.
draw-check-reveal = Potem sekret został opublikowany. Jest to ten, który ustalono, i wraz z liczbą uczestników wyznacza numer każdej osoby.
draw-check-abort = Operator podpisał, że losowanie przerwano, podając powód: „{ $reason }”.
draw-check-receipt = Twoje potwierdzenie jest autentyczne i należy do tego losowania.

draw-cautions = Czego to sprawdzenie nie wykazuje
draw-caution-without-beacon = W tym losowaniu nie użyto publicznej liczby losowej: operator mógł wpłynąć na to, ile osób wylosowano, a przez to na kolejność.
draw-caution-unknown-chain = Nie znamy harmonogramu publicznej liczby losowej. Sprawdź, kiedy ją opublikowano.
draw-caution-committed-late = Sekret ustalono dopiero wtedy, gdy można już było dołączać.
draw-caution-drawn-again = Losowanie powtórzono. Losowania przerwane przed tym: { $count }.
draw-caution-own-server = Ta strona pochodzi z serwera, który przeprowadził losowanie. Jeśli nie chcesz wierzyć mu na słowo, sprawdź to samodzielnie.

draw-yourself = Sprawdź samodzielnie
draw-get-document = Pobierz opublikowane losowanie
draw-get-receipt = Pobierz swoje potwierdzenie i zachowaj je
draw-run-command = Umieść pliki w jednym folderze i uruchom jedno z tych poleceń na własnym komputerze. Programy są częścią projektu open source Anteroom; pobierz je stamtąd, a nie z tego serwera.
draw-compare-key = Porównaj ten klucz z tym, który operator pokazuje w innym miejscu:
draw-back = Wróć do swojego miejsca w kolejce
