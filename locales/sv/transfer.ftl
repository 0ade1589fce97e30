### Moving a place to another device.

## On the device that has the place
move-title = Fortsätt på en annan enhet
move-lead = Du kan ta med dig din plats i kön, till exempel till telefonen. Då gäller den bara på den nya enheten och inte längre på den här.
move-make-code = Visa en kod
move-code-label = Din kod
move-scan = Skanna den här bilden med den andra enhetens kamera, eller öppna den här adressen där och skriv in koden:
move-picture-alt = En QR-kod som innehåller adressen med din kod
move-good-for = Koden gäller för en enda användning inom de närmaste 5 minuterna. Visa den inte för någon som du inte vill ge din plats.
move-back = Tillbaka till din plats i kön
move-new-code = Visa en ny kod

## On the device that takes it over
move-enter-title = Ta över din plats i kön
move-enter-lead = Skriv in koden som den andra enheten visar.
move-enter-button = Fortsätt
move-confirm-lead = Med den här knappen flyttas din plats i kön till den här enheten. Den gäller då inte längre på den andra.
move-confirm-button = Flytta hit min plats
# The place that this browser holds itself is given up.
move-confirm-replaces = Den här webbläsaren har redan en plats i den här kön. Den försvinner när du tar över den andra platsen.

## When it does not work
move-error-code = Koden gäller inte. Den kan vara felskriven, redan använd eller äldre än 5 minuter. Visa en ny kod på den andra enheten.
move-error-many = Det blev för många försök. Vänta en minut och försök igen.
move-error-limit = Den här platsen har flyttats så många gånger som det går. Stanna på enheten som har den.
move-error-away = Det går inte just nu på grund av ett tekniskt problem. Din plats är kvar där den är. Försök igen.
move-error-turn = Det är redan din tur på den andra enheten. Fortsätt där.

## Into the line of a priority group
move-priority-title = Jag har en prioritetskod
move-priority-lead = Skriv in din kod. Du väntar sedan i kön för kodens grupp och lämnar din nuvarande plats.
move-priority-error = Koden gäller inte här. Den kan vara felskriven, redan använd eller ha gått ut. Din plats är kvar som den är.
