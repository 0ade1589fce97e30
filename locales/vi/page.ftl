### The waiting page: what every visitor of a room reads alike.

page-ahead-label = Số người phía trước bạn
page-wait-label = Thời gian chờ ước tính
page-number-label = Số của bạn trong hàng chờ
page-progress-label = Tiến trình của bạn trong hàng chờ
page-updated-label = Cập nhật lần cuối
page-message-label = Thông báo
page-keep-open = Vui lòng không đóng trang này. Trang tự cập nhật, và bạn vẫn giữ chỗ của mình kể cả khi tải lại trang hoặc quay lại sau ít phút.
page-leave = Rời hàng chờ
page-queue-id-label = ID hàng chờ
page-offline = Kết nối bị gián đoạn. Bạn vẫn giữ chỗ của mình, và chúng tôi đang tiếp tục thử lại.
page-online-again = Đã có kết nối trở lại.
page-redirecting-headline = Chúng tôi đang đưa bạn vào
page-redirecting-lead = Cảm ơn bạn đã chờ. Bạn sẽ vào trong giây lát.
page-redirecting-link = Vào ngay bây giờ
page-skip = Chuyển đến chỗ của bạn trong hàng chờ
page-powered-by = Chạy bằng Anteroom
page-about-link = Trang này là gì?
page-status-link = Trạng thái của phòng chờ này

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = Thời gian còn lại đến lúc bắt đầu
page-prequeue-countdown-label = Thời gian còn lại đến khi hàng chờ sớm mở
# Label over a date with a time of day.
page-starts-at-label = Bắt đầu
page-keep-open-before = Vui lòng không đóng trang này. Trang tự cập nhật, và bạn vẫn có tên trong lượt bốc thăm kể cả khi tải lại trang hoặc quay lại trước lúc bắt đầu.
page-keep-open-idle = Trang này tự cập nhật. Bạn không cần tải lại.

## Be told when it is your turn
page-notify-heading = Báo cho tôi khi đến lượt
page-notify-sound = Phát âm thanh
page-notify-vibration = Rung
page-notify-notification = Hiện thông báo
page-notify-denied = Trình duyệt của bạn không cho phép trang này gửi thông báo. Bạn có thể thay đổi trong phần cài đặt của trình duyệt.

## Language and device
page-language-label = Ngôn ngữ
page-language-apply = Đổi ngôn ngữ
page-move-link = Tiếp tục trên thiết bị khác

## The draw
page-draw-heading = Điều gì diễn ra lúc bắt đầu
page-draw-closing = Ít lâu sau khi bắt đầu, hàng chờ sớm sẽ đóng. Ai đến sau sẽ xếp hàng phía sau tất cả những người đã có mặt.
page-draw-chance = Sau đó, mỗi người trong hàng chờ sớm được bốc thăm một số. Cơ hội của mọi người như nhau, dù đến sớm hay muộn.
page-draw-number = Số của bạn sẽ hiện trên trang này, và mọi người được vào theo thứ tự từ số nhỏ nhất trở lên.
page-draw-with-beacon = Một số ngẫu nhiên công khai mà không ai biết trước được đưa vào lượt bốc thăm, nên không ai có thể chọn kết quả.
page-draw-check = Sau đó, ai cũng có thể kiểm tra lượt bốc thăm.
page-draw-receipt = Sau đó, ai cũng có thể kiểm tra lượt bốc thăm. Biên nhận chứng minh bạn có tên trong đó; hãy giữ lại cho đến lúc ấy.
page-draw-receipt-link = Tải biên nhận của bạn
page-draw-check-link = Cách kiểm tra lượt bốc thăm
page-drawn-link = Đã bốc thăm được số của bạn – kiểm tra lượt bốc thăm

## After the end
page-skip-content = Chuyển đến nội dung
page-ended-help = Để biết hiện có những gì, vui lòng truy cập chính trang web đó.
page-back-to-site = Quay lại trang web
