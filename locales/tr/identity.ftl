### The identity of a newcomer: a code by e-mail.

identity-title = E-posta adresinizi doğrulayın
identity-lead = Size bir kod göndereceğiz. Her e-posta adresine sırada bir yer verilir.
identity-send = Kodu gönder
identity-sent = Size e-postayla bir kod gönderdik. Geçerlilik süresi: { $duration }.
identity-code-label = E-postadaki kod
identity-again = E-posta gelmedi mi? Yeni kod isteyin ya da başka bir adres kullanın
identity-price = { $duration } sonra bir şey olmadıysa lütfen düğmeye yeniden basın.
identity-price-works = Lütfen bu sayfayı açık tutun: kod kendiliğinden gönderilir.
identity-error-code = Bu kod doğru değil. E-postaya bakıp yeniden deneyin.
identity-error-old = Bu kod artık geçerli değil. Lütfen yeni bir kod isteyin.
identity-error-soon = Bu adrese az önce birkaç kod gönderdik. Lütfen gelen kutusuna ve spam klasörüne bakın. { $duration } sonra bir kod daha gönderebiliriz.
identity-error-today = Bugün bu adrese veya bu bağlantıya daha fazla kod gönderemiyoruz. Lütfen başka bir adres veya başka bir bağlantı deneyin.
identity-error-send = E-posta gönderilemedi. Lütfen bir dakika sonra yeniden deneyin.
identity-subject = { $room }: kodunuz { $code }
identity-why = Kodu { $room } ({ $host }) bekleme odası sayfasına yazın. Kodu siz istemediyseniz bu e-postayı dikkate almayın. Kodu kimseye vermeyin.
identity-sign-in = Oturum aç
identity-sign-in-lead = Lütfen oturum açın. Her hesaba sırada bir yer verilir.
identity-error-sign-in = Oturum açılamadı. Lütfen yeniden deneyin.
