### Moving a place to another device.

## On the device that has the place
move-title = Continuar em outro dispositivo
move-lead = Você pode levar seu lugar na fila para o celular, por exemplo. A partir daí ele vale só no novo dispositivo, e não mais neste.
move-make-code = Mostrar um código
move-code-label = Seu código
move-scan = Leia esta imagem com a câmera do outro dispositivo, ou abra este endereço nele e digite o código:
move-picture-alt = Um código QR que contém o endereço com o seu código
move-good-for = O código vale para um único uso nos próximos 5 minutos. Não o mostre a ninguém que você não queira que fique com o seu lugar.
move-back = Voltar ao seu lugar na fila
move-new-code = Mostrar um novo código

## On the device that takes it over
move-enter-title = Assumir seu lugar na fila
move-enter-lead = Digite o código que o outro dispositivo mostra.
move-enter-button = Continuar
move-confirm-lead = Com este botão, seu lugar na fila passa para este dispositivo. No outro, ele deixa de valer.
move-confirm-button = Trazer meu lugar para cá
# The place that this browser holds itself is given up.
move-confirm-replaces = Este navegador já tem um lugar nesta fila. Ele será trocado pelo lugar que você vai assumir.

## When it does not work
move-error-code = Este código não é válido. Ele pode ter sido digitado errado, já ter sido usado ou ter mais de 5 minutos. Mostre um novo código no outro dispositivo.
move-error-many = Houve tentativas demais. Aguarde um minuto e tente de novo.
move-error-limit = Este lugar já foi transferido tantas vezes quanto é possível. Permaneça no dispositivo em que ele está.
move-error-away = Não é possível no momento por causa de um problema técnico. Seu lugar continua onde está. Tente de novo.
move-error-turn = Já é a sua vez no outro dispositivo. Continue por lá.

## Into the line of a priority group
move-priority-title = Tenho um código de prioridade
move-priority-lead = Digite seu código. Você então esperará na fila do grupo dele e perderá seu lugar atual.
move-priority-error = Este código não é válido aqui. Ele pode ter sido digitado errado, já ter sido usado ou ter expirado. Seu lugar continua como está.
