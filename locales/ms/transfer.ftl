### Moving a place to another device.

## On the device that has the place
move-title = Teruskan pada peranti lain
move-lead = Anda boleh membawa tempat anda dalam barisan, contohnya ke telefon anda. Selepas itu tempat anda hanya sah pada peranti baharu, dan tidak lagi pada peranti ini.
move-make-code = Tunjukkan kod
move-code-label = Kod anda
move-scan = Imbas gambar ini dengan kamera peranti yang satu lagi, atau buka alamat ini di sana dan taip kod:
move-picture-alt = Kod QR yang mengandungi alamat berserta kod anda
move-good-for = Kod ini sah untuk sekali guna dalam 5 minit akan datang. Jangan tunjukkan kepada sesiapa yang anda tidak mahu mendapat tempat anda.
move-back = Kembali ke tempat anda dalam barisan
move-new-code = Tunjukkan kod baharu

## On the device that takes it over
move-enter-title = Ambil alih tempat anda
move-enter-lead = Taip kod yang ditunjukkan pada peranti yang satu lagi.
move-enter-button = Teruskan
move-confirm-lead = Dengan butang ini, tempat anda dalam barisan berpindah ke peranti ini. Tempat itu tidak lagi sah pada peranti yang satu lagi.
move-confirm-button = Pindahkan tempat saya ke sini
# The place that this browser holds itself is given up.
move-confirm-replaces = Pelayar ini sudah mempunyai tempat dalam barisan ini. Tempat itu diganti dengan tempat yang anda ambil alih.

## When it does not work
move-error-code = Kod ini tidak sah. Kod mungkin tersalah taip, telah digunakan atau lebih daripada 5 minit. Sila tunjukkan kod baharu pada peranti yang satu lagi.
move-error-many = Terlalu banyak percubaan. Sila tunggu seminit dan cuba lagi.
move-error-limit = Tempat ini telah dipindahkan sekerap yang mungkin. Sila kekal pada peranti yang memegangnya.
move-error-away = Ini tidak dapat dilakukan buat masa ini disebabkan masalah teknikal. Tempat anda kekal di mana ia berada. Sila cuba lagi.
move-error-turn = Giliran anda sudah tiba pada peranti yang satu lagi. Sila teruskan di sana.

## Into the line of a priority group
move-priority-title = Saya ada kod keutamaan
move-priority-lead = Taip kod anda. Anda kemudian menunggu dalam barisan kumpulannya dan melepaskan tempat anda sekarang.
move-priority-error = Kod ini tidak sah di sini. Kod mungkin tersalah taip, telah digunakan atau sudah tamat tempoh. Tempat anda kekal seperti sedia ada.
