### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Kirimi saya email saat giliran saya hampir tiba
email-lead = Tinggalkan alamat email Anda, dan kami akan mengirim email satu kali, sesaat sebelum giliran Anda ({ $duration }). Setelah itu kami menghapus alamatnya.
email-label = Alamat email
email-save = Simpan
email-kept = Alamat tersimpan: { $address }
email-remove = Hapus alamat
email-sent = Email sudah dikirim atau sedang dikirim. Hanya ada satu untuk setiap tempat dalam antrean.

## When it does not work
email-error-address = Kami tidak dapat mengirim email ke alamat ini. Contoh: name@example.com
email-error-many = Terlalu banyak alamat yang diberikan hari ini. Sebagai gantinya, biarkan halaman antrean tetap terbuka.
email-error-link = Tautan ini tidak berlaku lagi. Tempat Anda dalam antrean ada di perangkat yang terakhir Anda gunakan untuk itu.

## The e-mail
email-subject = { $room }: giliran Anda hampir tiba
email-late = Jika Anda datang terlambat, tempat Anda dalam antrean tidak hilang: Anda akan dipersilakan masuk begitu memungkinkan.
email-late-limit = Jika Anda datang terlambat, tempat Anda dalam antrean disimpan untuk waktu terbatas setelah giliran Anda: { $duration }
email-button = Ke tempat saya dalam antrean
email-why = Anda menerima email ini karena alamat Anda dimasukkan di ruang tunggu { $room } ({ $host }). Alamat itu kini sudah dihapus di sana, dan tidak ada email lain. Jika itu bukan Anda, abaikan email ini.

## A notification that comes with the page closed
push-button = Beri tahu saya meski halaman ditutup
push-failed = Tidak berhasil. Sebagai gantinya, biarkan halaman ini tetap terbuka.
