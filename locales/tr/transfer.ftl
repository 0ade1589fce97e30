### Moving a place to another device.

## On the device that has the place
move-title = Başka bir cihazda devam et
move-lead = Sıradaki yerinizi, örneğin telefonunuza taşıyabilirsiniz. Bundan sonra yeriniz yalnızca yeni cihazda geçerli olur, bu cihazda geçerliliğini yitirir.
move-make-code = Kod göster
move-code-label = Kodunuz
move-scan = Bu resmi diğer cihazın kamerasıyla tarayın ya da orada şu adresi açıp kodu yazın:
move-picture-alt = Adresi ve kodunuzu içeren QR kod
move-good-for = Kod, önümüzdeki 5 dakika içinde yalnızca bir kez kullanılabilir. Yerinizi almasını istemediğiniz kimseye göstermeyin.
move-back = Sıradaki yerime dön
move-new-code = Yeni kod göster

## On the device that takes it over
move-enter-title = Sıradaki yeri devral
move-enter-lead = Diğer cihazda görünen kodu yazın.
move-enter-button = Devam et
move-confirm-lead = Bu düğmeyle sıradaki yeriniz bu cihaza taşınır ve diğer cihazda geçerliliğini yitirir.
move-confirm-button = Yerimi buraya taşı
# The place that this browser holds itself is given up.
move-confirm-replaces = Bu tarayıcının bu sırada zaten bir yeri var. Devraldığınız yer onun yerine geçer, eski yeriniz iptal edilir.

## When it does not work
move-error-code = Bu kod geçerli değil. Yanlış yazılmış, daha önce kullanılmış veya üzerinden 5 dakikadan fazla geçmiş olabilir. Lütfen diğer cihazda yeni bir kod gösterin.
move-error-many = Çok fazla deneme yapıldı. Lütfen bir dakika bekleyip yeniden deneyin.
move-error-limit = Bu yer, taşınabileceği kadar taşındı. Lütfen yerin bulunduğu cihazda kalın.
move-error-away = Teknik bir sorun nedeniyle bu şu anda mümkün değil. Yeriniz olduğu gibi duruyor. Lütfen yeniden deneyin.
move-error-turn = Diğer cihazda sıranız geldi bile. Lütfen orada devam edin.

## Into the line of a priority group
move-priority-title = Öncelik kodum var
move-priority-lead = Kodunuzu yazın. Ardından kodun grubunun sırasında beklersiniz ve şimdiki yerinizi kaybedersiniz.
move-priority-error = Bu kod burada geçerli değil. Yanlış yazılmış, daha önce kullanılmış veya süresi dolmuş olabilir. Yeriniz olduğu gibi kalır.
