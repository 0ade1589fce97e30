### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = Önünüzde { $ahead } kişi · { $room }
status-title-waiting = Sıradasınız · { $room }
status-title-next = Sıradaki sizsiniz · { $room }
status-title-first-in-line = Sıra sizde · { $room }
status-title-paused = Duraklatıldı · { $room }
status-title-sold-out = Tükendi · { $room }
status-title-redirecting = İçeri alınıyorsunuz · { $room }
status-title-starts = Başlangıca kalan: { $countdown } · { $room }
status-title-idle = Henüz açılmadı · { $room }
status-title-prequeue = Başlangıçtan önce · { $room }
status-title-drawing = Numaralar için kura çekiliyor · { $room }
status-title-ended = Kapandı · { $room }

## Heading and the sentence under it
status-headline-in-line = Sıradasınız
status-headline-next = Sıradaki sizsiniz
status-headline-almost = Sıranız gelmek üzere
status-headline-first-in-line = Sıra sizde
status-headline-paused = Sıra duraklatıldı
status-headline-sold-out = Şu anda tükendi
status-headline-idle = Henüz başlamadı
status-headline-prequeue = Ön bekleme sırasındasınız
status-headline-drawing = Numaralar için kura çekiliyor
status-headline-ended = Bu bekleme odası kapandı
status-lead-in-line = Sıranız geldiğinde sizi otomatik olarak içeri alırız.
status-lead-next = Önünüzde artık kimse yok. Yer açılır açılmaz sizi içeri alırız.
status-lead-almost = İçeri alacağımız sonraki kişilerdensiniz. Lütfen bu sayfada kalın.
status-lead-first-in-line = Lütfen bu sayfada kalın. Yer açılır açılmaz sizi içeri alırız.
status-lead-paused = Şu anda kimse içeri alınmıyor. Yeriniz korunuyor; sıra, mümkün olur olmaz ilerleyecek.
status-lead-sold-out = Şu anda hiç kalmadı; bu yüzden kimse içeri alınmıyor. Yenisi gelirse diye yeriniz korunuyor.
status-lead-idle = Henüz sırada yeriniz yok. Bu sayfayı açık tutun: Bekleme odası açılır açılmaz sizin için bir yer alır.
status-lead-prequeue = Başlangıçta burada olan herkesin şansı eşittir: Numaralar kurayla belirlenir. Kimin önce geldiği fark etmez.
status-lead-drawing = Bu birkaç saniye sürer. Kura biter bitmez numaranız kendiliğinden görünür.
status-lead-ended = Artık kimse içeri alınmıyor. İlginiz için teşekkür ederiz.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Önünüzde { $ahead } kişi var.
       *[other] Önünüzde { $ahead } kişi var.
    } Tahmini bekleme süresi: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Önünüzde { $ahead } kişi var.
       *[other] Önünüzde { $ahead } kişi var.
    }
status-announce-wait = Tahmini bekleme süresi: { $wait }.
status-announce-next = Önünüzde artık kimse yok. Tahmini bekleme süresi: { $wait }.
status-announce-first-in-line = Sıra sizde. Yer açılır açılmaz sizi içeri alırız.
status-announce-paused = Sıra duraklatıldı. Yeriniz korunuyor.
status-announce-redirecting = Sizi şimdi içeri alıyoruz.
status-announce-starts = Başlangıca kalan süre: { $countdown }.
status-announce-idle = Henüz başlamadı. Henüz sırada yeriniz yok.
status-announce-prequeue = Ön bekleme sırasındasınız. Numaralar başlangıçtan sonra kurayla belirlenir.
status-announce-drawing = Numaralar için kura çekiliyor. Bu birkaç saniye sürer.
status-announce-ended = Bu bekleme odası kapandı.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = şu anda bilinmiyor
status-wait-not-yet = henüz bilinmiyor
status-wait-under-a-minute = bir dakikadan az
status-wait-over-a-day = bir günden fazla
status-wait-about = yaklaşık { $duration }
status-wait-up-to = en fazla { $duration }
status-wait-between = { $low } ile { $high } arası
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } dakika
       *[other] { $low }–{ $high } dakika
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } saat
       *[other] { $low }–{ $high } saat
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Yaklaşık { $left } adet kaldı.
status-stock-few = Yalnızca birkaç adet kaldı.

## The time to the start, under “Time until the start”
status-countdown-now = çok az
status-countdown-under-a-minute = bir dakikadan az

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = İçeri alma yavaşladığı için bekleme süresi uzadı.
status-reason-paused = Sıra bir süre durdurulduğu için bekleme süresi uzadı.
status-reason-more-came-back = Beklenenden çok kişi geri döndüğü için bekleme süresi uzadı.
status-reason-store-away = Teknik bir sorun yaşadığımız için bekleme süresi uzadı. Sorunu gidermeye çalışıyoruz.
status-reason-capped-by-sessions = Site dolu olduğu için bekleme süresi uzadı. Birileri çıktıkça yenileri giriyor.
status-reason-pool-shared = Aynı siteye giden başka bir sıra da yoğun olduğu için bekleme süresi uzadı.
status-reason-autotune-slowed = Site şu anda yavaş olduğundan daha az kişi alındığı için bekleme süresi uzadı.
status-reason-priority = Önceliği olanlar önce alındığı için bekleme süresi uzadı.
status-reason-restored = Teknik bir sorunun ardından sırayı geri yüklememiz gerektiği için bekleme süresi uzadı.
