### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = Bạn bốc thăm được số { $number }
draw-lead-drawn = Số người tham gia: { $population }. Số của bạn được tính từ các tài liệu đã công bố; không ai có thể thay đổi được nữa.
draw-heading-kept = Bạn vẫn giữ số { $number }
draw-lead-kept = Bạn vào hàng chờ sau khi lượt bốc thăm đã đóng, nên số của bạn xếp sau những người được bốc thăm.
draw-heading-not-yet = Số của bạn chưa được bốc thăm
draw-lead-not-yet = Mọi người vào trước khi lượt bốc thăm đóng đều có cơ hội như nhau. Đến trước hay đến sau không quan trọng.
draw-heading-to-come = Lượt bốc thăm này chưa diễn ra
draw-heading-aborted = Lượt bốc thăm này đã bị hủy
draw-lead-aborted = Lượt này không cho ai số nào. Tài liệu của lượt vẫn được công bố, kèm theo lý do.
draw-heading-public = Lượt bốc thăm của phòng chờ này
draw-lead-public = Để xem cả số của bạn, hãy mở trang này từ chỗ của bạn trong hàng chờ.
draw-heading-broken = Lượt bốc thăm này không hợp lệ
draw-lead-broken = Các tài liệu đã công bố không đạt khi kiểm tra. Vui lòng giữ một bản sao của tài liệu và biên nhận của bạn, rồi liên hệ với bộ phận hỗ trợ của trang web.

draw-checked = Những gì đã được kiểm tra
draw-check-all = Số lượt bốc thăm đã công bố: { $count }. Tài liệu của các lượt khớp với nhau và được ký bằng cùng một khóa.
draw-check-commitment = Bên điều hành đã cố định một giá trị bí mật bằng cách công bố mã băm (hash) của nó trước khi lượt bốc thăm đóng.
draw-check-to-come = Bên điều hành đã cố định một giá trị bí mật bằng cách công bố mã băm (hash) của nó. Các tài liệu khác được công bố khi lượt bốc thăm diễn ra.
draw-check-cut-off = Sau đó bên điều hành cố định và ký xác nhận số người tham gia: { $population }.
draw-check-reveal = Rồi giá trị bí mật được công bố. Đó đúng là giá trị đã cố định, và cùng với số người tham gia, nó cho ra số của mọi người.
draw-check-abort = Bên điều hành đã ký xác nhận lượt bốc thăm đã bị hủy, với lý do “{ $reason }”.
draw-check-receipt = Biên nhận của bạn là thật và thuộc lượt bốc thăm này.

draw-cautions = Những gì việc kiểm tra này không chứng minh
draw-caution-without-beacon = Lượt bốc thăm này không dùng số ngẫu nhiên công khai: bên điều hành có thể đã tác động đến số người được bốc thăm, và qua đó đến thứ tự.
draw-caution-unknown-chain = Chúng tôi không biết lịch công bố của số ngẫu nhiên công khai. Hãy tra xem số đó được công bố khi nào.
draw-caution-committed-late = Giá trị bí mật chỉ được cố định khi mọi người đã có thể vào hàng chờ.
draw-caution-drawn-again = Lượt bốc thăm đã được làm lại. Số lượt bị hủy trước lượt này: { $count }.
draw-caution-own-server = Trang này đến từ chính máy chủ đã tổ chức bốc thăm. Nếu không muốn chỉ tin vào đó, bạn hãy tự kiểm tra.

draw-yourself = Tự kiểm tra
draw-get-document = Tải lượt bốc thăm đã công bố
draw-get-receipt = Tải biên nhận của bạn và giữ lại
draw-run-command = Đặt các tệp vào cùng một thư mục và chạy một trong các lệnh sau trên máy tính của bạn. Các chương trình này thuộc dự án mã nguồn mở Anteroom; hãy tải từ đó, không tải từ máy chủ này.
draw-compare-key = So sánh khóa này với khóa mà bên điều hành công bố ở nơi khác:
draw-back = Quay lại chỗ của bạn trong hàng chờ
