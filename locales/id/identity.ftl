### The identity of a newcomer: a code by e-mail.

identity-title = Konfirmasikan alamat email Anda
identity-lead = Kami akan mengirimkan kode. Setiap alamat email mendapat satu tempat dalam antrean.
identity-send = Kirimkan kode
identity-sent = Kami telah mengirimkan kode lewat email. Kode berlaku selama { $duration }.
identity-code-label = Kode dari email
identity-again = Email tidak masuk? Minta kode baru atau gunakan alamat lain
identity-price = Jika tidak ada yang terjadi setelah { $duration }, tekan tombol itu lagi.
identity-price-works = Biarkan halaman ini terbuka: kode dikirim dengan sendirinya.
identity-error-code = Kode ini salah. Periksa email dan coba lagi.
identity-error-old = Kode ini tidak berlaku lagi. Silakan minta kode baru.
identity-error-soon = Kami baru saja mengirim beberapa kode ke alamat ini. Periksa kotak masuk dan folder spam. Kami dapat mengirim kode lain dalam { $duration }.
identity-error-today = Hari ini kami tidak dapat mengirim kode lagi ke alamat atau koneksi ini. Coba alamat lain atau koneksi lain.
identity-error-send = Email tidak dapat dikirim. Coba lagi dalam satu menit.
identity-subject = { $room }: kode Anda { $code }
identity-why = Ketikkan kode di halaman ruang tunggu { $room } ({ $host }). Jika Anda tidak memintanya, abaikan email ini. Jangan berikan kode ini kepada siapa pun.
identity-sign-in = Masuk
identity-sign-in-lead = Silakan masuk ke akun Anda. Setiap akun mendapat satu tempat dalam antrean.
identity-error-sign-in = Tidak berhasil masuk. Silakan coba lagi.
