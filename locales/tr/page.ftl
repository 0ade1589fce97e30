### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Önünüzdeki kişi sayısı
page-wait-label = Tahmini bekleme süresi
page-number-label = Sıra numaranız
page-progress-label = Sıradaki ilerlemeniz
page-updated-label = Son güncelleme
page-message-label = Duyuru
page-keep-open = Lütfen bu sayfayı açık tutun. Sayfa kendiliğinden güncellenir; sayfayı yenileseniz ya da biraz sonra dönseniz bile yeriniz korunur.
page-leave = Sıradan ayrıl
page-queue-id-label = Sıra kimliği
page-offline = Bağlantı kesildi. Yeriniz korunuyor, denemeyi sürdürüyoruz.
page-online-again = Bağlantı yeniden kuruldu.
page-redirecting-headline = Sizi içeri alıyoruz
page-redirecting-lead = Beklediğiniz için teşekkür ederiz. Birazdan içeride olacaksınız.
page-redirecting-link = Şimdi geç
page-skip = Sıradaki yerime geç
page-powered-by = Altyapı: Anteroom
page-about-link = Bu sayfa nedir?
page-status-link = Bu bekleme odasının durumu

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Başlangıca kalan süre
page-prequeue-countdown-label = Ön bekleme sırasının açılmasına kalan süre
# Label over a date with a time of day.
page-starts-at-label = Başlangıç
page-keep-open-before = Lütfen bu sayfayı açık tutun. Sayfa kendiliğinden güncellenir; sayfayı yenileseniz ya da başlangıçtan önce dönseniz bile kurada kalırsınız.
page-keep-open-idle = Bu sayfa kendiliğinden güncellenir. Yenilemeniz gerekmez.

## Be told when it is your turn
page-notify-heading = Sıram gelince haber ver
page-notify-sound = Ses çal
page-notify-vibration = Titreşim
page-notify-notification = Bildirim göster
page-notify-denied = Tarayıcınız bu sayfa için bildirimlere izin vermiyor. Bunu tarayıcının ayarlarından değiştirebilirsiniz.

## Language and device
page-language-label = Dil
page-language-apply = Dili değiştir
page-move-link = Başka bir cihazda devam et

## The draw
page-draw-heading = Başlangıçta ne olur?
page-draw-closing = Başlangıçtan kısa süre sonra ön bekleme sırası kapanır. Daha sonra gelenler, burada bulunan herkesin arkasından sıraya girer.
page-draw-chance = Ardından ön bekleme sırasındaki herkes için kurayla bir numara belirlenir. Erken de gelseler geç de gelseler herkesin şansı eşittir.
page-draw-number = Numaranız bu sayfada görünür; içeri alma en küçük numaradan başlar.
page-draw-with-beacon = Kurada, kimsenin önceden bilemeyeceği, herkese açık bir rastgele sayı kullanılır; böylece sonucu kimse seçemez.
page-draw-check = Kurayı sonradan herkes denetleyebilir.
page-draw-receipt = Kurayı sonradan herkes denetleyebilir. Katılım belgeniz kurada olduğunuzu kanıtlar; o zamana kadar saklayın.
page-draw-receipt-link = Katılım belgesini indir
page-draw-check-link = Kura nasıl denetlenir?
page-drawn-link = Numaranız kurayla belirlendi – kurayı denetle

## After the end
page-skip-content = İçeriğe geç
page-ended-help = Şu anda neler sunulduğunu görmek için lütfen sitenin kendisine gidin.
page-back-to-site = Siteye dön
