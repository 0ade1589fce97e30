### European Portuguese: only what differs from `locales/pt`.

identity-title = Confirme o seu endereço de e-mail
identity-sent = Enviámos um código por e-mail. É válido durante { $duration }.
identity-error-code = Este código não está correto. Verifique o e-mail e tente novamente.
identity-error-old = Este código já não é válido. Peça um novo.
identity-error-today = Hoje não podemos enviar mais códigos para este endereço nem para esta ligação. Tente outro endereço ou outra ligação.
identity-error-send = Não foi possível enviar o e-mail. Tente novamente dentro de um minuto.
identity-subject = { $room }: o seu código é { $code }
identity-why = Escreva o código na página da sala de espera { $room } ({ $host }). Se não o pediu, ignore este e-mail. Não dê o código a ninguém.
identity-error-sign-in = Não foi possível entrar na conta. Tente novamente.
