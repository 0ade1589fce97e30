### Moving a place to another device.

## On the device that has the place
move-title = Continuar noutro dispositivo
move-lead = Pode levar consigo o seu lugar na cola, por exemplo ao seu teléfono. Desde entón só vale no dispositivo novo, e xa non no que está a usar agora.
move-make-code = Mostrar un código
move-code-label = O seu código
move-scan = Escanee esta imaxe coa cámara do outro dispositivo, ou abra nel este enderezo e escriba o código:
move-picture-alt = Un código QR que contén o enderezo co seu código
move-good-for = O código vale para un só uso nos próximos 5 minutos. Non llo mostre a ninguén que non queira que teña o seu lugar.
move-back = Volver ao seu lugar na cola
move-new-code = Mostrar un código novo

## On the device that takes it over
move-enter-title = Recibir aquí o seu lugar
move-enter-lead = Escriba o código que mostra o outro dispositivo.
move-enter-button = Continuar
move-confirm-lead = Con este botón, o seu lugar na cola pasa a este dispositivo. No outro deixará de ser válido.
move-confirm-button = Pasar o meu lugar aquí
# The place that this browser holds itself is given up.
move-confirm-replaces = Este navegador xa ten un lugar nesta cola. Substitúeo o que vostede recibe.

## When it does not work
move-error-code = Este código non é válido. Pode que estea mal escrito, que xa se usase ou que teña máis de 5 minutos. Mostre un código novo no outro dispositivo, por favor.
move-error-many = Houbo demasiados intentos. Agarde un minuto, por favor, e inténteo de novo.
move-error-limit = Este lugar xa se pasou tantas veces como é posible. Quede no dispositivo que o ten, por favor.
move-error-away = Isto non é posible neste momento por un problema técnico. O seu lugar queda onde está. Inténteo de novo, por favor.
move-error-turn = Xa é a súa quenda no outro dispositivo. Continúe alí, por favor.

## Into the line of a priority group
move-priority-title = Teño un código de prioridade
move-priority-lead = Escriba o seu código. Despois agardará na cola do seu grupo e renunciará ao seu lugar actual.
move-priority-error = Este código non é válido aquí. Pode que estea mal escrito, que xa se usase ou que caducase. O seu lugar queda como está.
