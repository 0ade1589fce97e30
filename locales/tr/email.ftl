### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Sıram yaklaşınca bana e-posta gönder
email-lead = E-posta adresinizi bırakın, sıranız gelmeden kısa süre önce ({ $duration }) size bir kez yazalım. Sonra adresi sileriz.
email-label = E-posta adresi
email-save = Kaydet
email-kept = Kayıtlı adres: { $address }
email-remove = Adresi sil
email-sent = E-posta gönderildi veya yolda. Sıradaki her yer için yalnızca bir e-posta gönderilir.

## When it does not work
email-error-address = Bu adrese e-posta gönderemiyoruz. Örnek: name@example.com
email-error-many = Bugün çok fazla adres verildi. Lütfen bunun yerine sıradaki yerinizi gösteren sayfayı açık tutun.
email-error-link = Bu bağlantı artık geçerli değil. Yeriniz, en son kullandığınız cihazda.

## The e-mail
email-subject = { $room }: sıranız yaklaşıyor
email-late = Daha geç gelirseniz yerinizi kaybetmezsiniz: yer açılır açılmaz sizi içeri alırız.
email-late-limit = Daha geç gelirseniz yeriniz, sıranız geldikten sonra sınırlı bir süre tutulur: { $duration }
email-button = Sıradaki yerime git
email-why = Bu e-postayı, adresiniz { $room } ({ $host }) bekleme odasında verildiği için aldınız. Adres artık oradan silindi ve başka e-posta gelmeyecek. Bunu siz yapmadıysanız bu e-postayı yok sayabilirsiniz.

## A notification that comes with the page closed
push-button = Sayfa kapalıyken de bildir
push-failed = Bu olmadı. Lütfen bunun yerine bu sayfayı açık tutun.
