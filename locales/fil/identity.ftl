### The identity of a newcomer: a code by e-mail.

identity-title = Kumpirmahin ang email address ninyo
identity-lead = Magpapadala kami ng code. May isang puwesto sa pila ang bawat email address.
identity-send = Ipadala sa akin ang code
identity-sent = Nagpadala kami ng code sa email ninyo. Gumagana ito sa loob ng { $duration }.
identity-code-label = Code mula sa email
identity-again = Walang email? Kumuha ng bagong code o gumamit ng ibang address
identity-price = Kung walang nangyari pagkalipas ng { $duration }, pindutin po ulit ang button.
identity-price-works = Panatilihin pong bukas ang pahinang ito: kusang ipapadala ang code.
identity-error-code = Hindi tama ang code na ito. Tingnan ang email at subukan ulit.
identity-error-old = Hindi na gumagana ang code na ito. Kumuha ng bago.
identity-error-soon = Kapapadala lang namin ng ilang code sa address na ito. Tingnan po ang inbox at ang spam folder. Makakapagpadala ulit kami pagkalipas ng { $duration }.
identity-error-today = Hindi na kami makakapagpadala ng code sa address o koneksyong ito ngayong araw. Subukan ang ibang address o ibang koneksyon.
identity-error-send = Hindi naipadala ang email. Subukan ulit pagkalipas ng isang minuto.
identity-subject = { $room }: ang code ninyo ay { $code }
identity-why = I-type ang code sa page ng silid-hintayan na { $room } ({ $host }). Kung hindi ninyo ito hiningi, puwede ninyong balewalain ang email na ito. Huwag ibigay ang code kahit kanino.
identity-sign-in = Mag-sign in
identity-sign-in-lead = Mag-sign in para magkaroon ng puwesto. May isang puwesto sa pila ang bawat account.
identity-error-sign-in = Hindi gumana ang pag-sign in. Subukan ulit.
