### Moving a place to another device.

## On the device that has the place
move-title = Kontynuuj na innym urządzeniu
move-lead = Możesz zabrać swoje miejsce w kolejce ze sobą, na przykład na telefon. Będzie ono wtedy ważne tylko na nowym urządzeniu, a na tym już nie.
move-make-code = Pokaż kod
move-code-label = Twój kod
move-scan = Zeskanuj ten obraz aparatem drugiego urządzenia albo otwórz na nim ten adres i wpisz kod:
move-picture-alt = Kod QR, który zawiera adres z twoim kodem
move-good-for = Kodu można użyć tylko raz w ciągu najbliższych 5 minut. Nie pokazuj go nikomu, komu nie chcesz oddać swojego miejsca.
move-back = Wróć do swojego miejsca w kolejce
move-new-code = Pokaż nowy kod

## On the device that takes it over
move-enter-title = Przejmij swoje miejsce w kolejce
move-enter-lead = Wpisz kod, który pokazuje drugie urządzenie.
move-enter-button = Dalej
move-confirm-lead = Tym przyciskiem przeniesiesz swoje miejsce w kolejce na to urządzenie. Na drugim urządzeniu przestanie być ważne.
move-confirm-button = Przenieś moje miejsce tutaj
# The place that this browser holds itself is given up.
move-confirm-replaces = Ta przeglądarka ma już miejsce w tej kolejce. Stracisz je, gdy przejmiesz to drugie.

## When it does not work
move-error-code = Ten kod jest nieprawidłowy. Może zawierać literówkę, mógł zostać już użyty albo ma więcej niż 5 minut. Pokaż nowy kod na drugim urządzeniu.
move-error-many = Było zbyt wiele prób. Odczekaj minutę i spróbuj ponownie.
move-error-limit = To miejsce przeniesiono już tyle razy, ile to możliwe. Pozostań na urządzeniu, na którym teraz jest.
move-error-away = W tej chwili nie jest to możliwe z powodu problemu technicznego. Twoje miejsce pozostaje tam, gdzie jest. Spróbuj ponownie.
move-error-turn = Na drugim urządzeniu jest już twoja kolej. Kontynuuj tam.

## Into the line of a priority group
move-priority-title = Mam kod pierwszeństwa
move-priority-lead = Wpisz swój kod. Będziesz wtedy czekać w kolejce jego grupy i stracisz swoje obecne miejsce.
move-priority-error = Ten kod jest tutaj nieprawidłowy. Może zawierać literówkę, mógł zostać już użyty albo stracić ważność. Twoje miejsce pozostaje bez zmian.
