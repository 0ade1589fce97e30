### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = E-mel saya apabila giliran saya hampir tiba
email-lead = Tinggalkan alamat e-mel anda, dan kami akan menulis sekali sahaja, sejurus sebelum giliran anda ({ $duration }). Kemudian kami memadamkan alamat itu.
email-label = Alamat e-mel
email-save = Simpan
email-kept = Alamat disimpan: { $address }
email-remove = Padam alamat
email-sent = E-mel telah dihantar atau dalam perjalanan. Hanya ada satu bagi setiap tempat.

## When it does not work
email-error-address = Kami tidak dapat menghantar e-mel ke alamat ini. Contoh: name@example.com
email-error-many = Terlalu banyak alamat diberikan hari ini. Sila biarkan halaman tempat anda terbuka.
email-error-link = Pautan ini tidak sah lagi. Tempat anda berada pada peranti yang terakhir anda gunakan.

## The e-mail
email-subject = { $room }: giliran anda hampir tiba
email-late = Jika anda lewat, tempat anda dalam barisan masih ada: kami membenarkan anda masuk sebaik sahaja boleh.
email-late-limit = Jika anda lewat, tempat anda disimpan untuk masa yang terhad selepas giliran anda: { $duration }
email-button = Pergi ke tempat saya dalam barisan
email-why = Anda menerima e-mel ini kerana alamat anda diberikan di bilik menunggu { $room } ({ $host }). Alamat itu kini telah dipadamkan, dan tiada e-mel lain akan menyusul. Jika itu bukan anda, abaikan e-mel ini.

## A notification that comes with the page closed
push-button = Maklumkan saya walaupun halaman ditutup
push-failed = Tidak berjaya. Sila biarkan halaman ini terbuka.
