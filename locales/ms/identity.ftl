### The identity of a newcomer: a code by e-mail.

identity-title = Sahkan alamat e-mel anda
identity-lead = Kami akan menghantar kod. Setiap alamat e-mel mendapat satu tempat dalam barisan.
identity-send = Hantar kod
identity-sent = Kami telah menghantar kod melalui e-mel. Kod ini sah selama { $duration }.
identity-code-label = Kod daripada e-mel
identity-again = Tiada e-mel? Dapatkan kod baharu atau gunakan alamat lain
identity-price = Jika tiada apa-apa berlaku selepas { $duration }, sila tekan butang itu lagi.
identity-price-works = Sila biarkan halaman ini terbuka: kod dihantar dengan sendirinya.
identity-error-code = Kod ini tidak betul. Semak e-mel dan cuba lagi.
identity-error-old = Kod ini tidak sah lagi. Sila dapatkan kod baharu.
identity-error-soon = Kami baru sahaja menghantar beberapa kod ke alamat ini. Sila semak peti masuk dan folder spam. Kami boleh menghantar kod lain dalam { $duration }.
identity-error-today = Kami tidak dapat menghantar kod lagi ke alamat atau sambungan ini hari ini. Sila cuba alamat lain atau sambungan lain.
identity-error-send = E-mel tidak dapat dihantar. Cuba lagi dalam satu minit.
identity-subject = { $room }: kod anda ialah { $code }
identity-why = Taip kod di halaman bilik menunggu { $room } ({ $host }). Jika anda tidak memintanya, abaikan e-mel ini. Jangan berikan kod ini kepada sesiapa.
identity-sign-in = Log masuk
identity-sign-in-lead = Sila log masuk. Setiap akaun mendapat satu tempat dalam barisan.
identity-error-sign-in = Log masuk tidak berjaya. Sila cuba lagi.
