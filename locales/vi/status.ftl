### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = { $ahead } người phía trước · { $room }
status-title-waiting = Bạn đang trong hàng chờ · { $room }
status-title-next = Tiếp theo là bạn · { $room }
status-title-first-in-line = Đến lượt bạn · { $room }
status-title-paused = Tạm dừng · { $room }
status-title-sold-out = Đã bán hết · { $room }
status-title-redirecting = Đang đưa bạn vào · { $room }
status-title-starts = Bắt đầu sau: { $countdown } · { $room }
status-title-idle = Chưa mở · { $room }
status-title-prequeue = Trước giờ bắt đầu · { $room }
status-title-drawing = Đang bốc thăm số · { $room }
status-title-ended = Đã đóng · { $room }

## Heading and the sentence under it
status-headline-in-line = Bạn đang trong hàng chờ
status-headline-next = Tiếp theo là bạn
status-headline-almost = Sắp đến lượt bạn
status-headline-first-in-line = Đến lượt bạn
status-headline-paused = Hàng chờ đang tạm dừng
status-headline-sold-out = Hiện đã bán hết
status-headline-idle = Chưa bắt đầu
status-headline-prequeue = Bạn đang trong hàng chờ sớm
status-headline-drawing = Đang bốc thăm số
status-headline-ended = Phòng chờ này đã đóng
status-lead-in-line = Khi đến lượt, chúng tôi sẽ tự động đưa bạn vào.
status-lead-next = Không còn ai phía trước bạn. Chúng tôi sẽ đưa bạn vào ngay khi có chỗ trống.
status-lead-almost = Bạn nằm trong số những người sắp được vào. Vui lòng ở lại trang này.
status-lead-first-in-line = Vui lòng ở lại trang này. Chúng tôi sẽ đưa bạn vào ngay khi có chỗ trống.
status-lead-paused = Hiện chưa có ai được vào. Bạn vẫn giữ chỗ của mình, và hàng chờ sẽ tiếp tục ngay khi có thể.
status-lead-sold-out = Hiện không còn gì, nên chưa có ai được vào. Bạn vẫn giữ chỗ của mình phòng khi có thêm.
status-lead-idle = Bạn chưa có chỗ trong hàng chờ. Đừng đóng trang này: trang sẽ lấy chỗ cho bạn ngay khi phòng chờ mở.
status-lead-prequeue = Mọi người có mặt lúc bắt đầu đều có cơ hội như nhau: số được bốc thăm. Đến trước hay đến sau không quan trọng.
status-lead-drawing = Việc này mất vài giây. Số của bạn sẽ tự hiện ngay khi bốc thăm xong.
status-lead-ended = Không còn nhận thêm ai vào. Cảm ơn bạn đã quan tâm.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
        [one] Có { $ahead } người phía trước bạn.
       *[other] Có { $ahead } người phía trước bạn.
    } Thời gian chờ ước tính: { $wait }.
status-announce-ahead =
    { $ahead ->
        [one] Có { $ahead } người phía trước bạn.
       *[other] Có { $ahead } người phía trước bạn.
    }
status-announce-wait = Thời gian chờ ước tính: { $wait }.
status-announce-next = Không còn ai phía trước bạn. Thời gian chờ ước tính: { $wait }.
status-announce-first-in-line = Đến lượt bạn. Chúng tôi sẽ đưa bạn vào ngay khi có chỗ trống.
status-announce-paused = Hàng chờ đang tạm dừng. Bạn vẫn giữ chỗ của mình.
status-announce-redirecting = Chúng tôi đang đưa bạn vào.
status-announce-starts = Thời gian còn lại đến lúc bắt đầu: { $countdown }.
status-announce-idle = Chưa bắt đầu. Bạn chưa có chỗ trong hàng chờ.
status-announce-prequeue = Bạn đang trong hàng chờ sớm. Số sẽ được bốc thăm sau khi bắt đầu.
status-announce-drawing = Đang bốc thăm số. Việc này mất vài giây.
status-announce-ended = Phòng chờ này đã đóng.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = hiện chưa rõ
status-wait-not-yet = vẫn chưa rõ
status-wait-under-a-minute = chưa đến một phút
status-wait-over-a-day = hơn một ngày
status-wait-about = khoảng { $duration }
status-wait-up-to = tối đa { $duration }
status-wait-between = { $low } đến { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
        [one] { $low }–{ $high } phút
       *[other] { $low }–{ $high } phút
    }
status-wait-range-hours =
    { $high ->
        [one] { $low }–{ $high } giờ
       *[other] { $low }–{ $high } giờ
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = Còn khoảng { $left }.
status-stock-few = Chỉ còn rất ít.

## The time to the start, under “Time until the start”
status-countdown-now = chỉ còn giây lát
status-countdown-under-a-minute = chưa đến một phút

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = Thời gian chờ lâu hơn vì mọi người đang được đưa vào chậm hơn.
status-reason-paused = Thời gian chờ lâu hơn vì hàng chờ đã tạm dừng.
status-reason-more-came-back = Thời gian chờ lâu hơn vì số người quay lại nhiều hơn dự kiến.
status-reason-store-away = Thời gian chờ lâu hơn vì chúng tôi gặp sự cố kỹ thuật. Chúng tôi đang khắc phục.
status-reason-capped-by-sessions = Thời gian chờ lâu hơn vì trang web đã đầy. Người mới được vào khi có người rời đi.
status-reason-pool-shared = Thời gian chờ lâu hơn vì một hàng chờ khác cũng dẫn đến cùng trang web và cũng đang đông.
status-reason-autotune-slowed = Thời gian chờ lâu hơn vì trang web hiện đang chậm, nên ít người được vào hơn.
status-reason-priority = Thời gian chờ lâu hơn vì người được ưu tiên vào trước.
status-reason-restored = Thời gian chờ lâu hơn vì chúng tôi phải khôi phục hàng chờ sau một sự cố kỹ thuật.
