### Who a newcomer is: a code by e-mail.

identity-title = Потврдите своју имејл адресу
identity-lead = Послаћемо вам код. Свака имејл адреса има једно место у реду.
identity-send = Пошаљите ми код
identity-sent = Послали смо вам код имејлом. Важи: { $duration }.
identity-code-label = Код из имејла
identity-again = Нема имејла? Затражите нови код или употребите другу адресу
identity-error-code = Овај код није тачан. Проверите имејл и покушајте поново.
identity-error-old = Овај код више не важи. Затражите нови.
identity-error-send = Имејл није могао да се пошаље. Покушајте поново за минут.
identity-subject = { $room }: ваш код је { $code }
identity-why = Упишите код на страници чекаонице { $host }. Ако га нисте затражили, можете да занемарите овај имејл. Никоме не дајте код.
identity-sign-in = Пријавите се
identity-sign-in-lead = Пријавите се да бисте добили место. Сваки налог има једно место у реду.
identity-error-sign-in = Пријава није успела. Покушајте поново.
