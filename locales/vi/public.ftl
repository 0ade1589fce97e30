### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = Trang này là gì?
about-lead = Đây là phòng chờ trực tuyến. Khi số người muốn truy cập một trang web nhiều hơn mức trang có thể phục vụ tốt, mọi người chờ ở đây theo thứ tự công bằng và lần lượt được vào từng người một.
about-how-heading = Cách hoạt động
about-how-order = Ai đến trước được vào trước. Nếu phòng mở vào giờ định sẵn, mọi người có mặt trước giờ đó sẽ nhận số qua lượt bốc thăm mà ai cũng có thể kiểm tra.
about-how-place = Chỗ của bạn được giữ trong lúc bạn chờ, kể cả khi bạn tải lại trang, mất kết nối hoặc khởi động lại trình duyệt.
about-how-turn = Khi đến lượt, bạn sẽ tự động được vào. Không cần bấm gì, và tải lại trang không làm nhanh hơn.
about-privacy-heading = Những gì được lưu về bạn
about-privacy = Một cookie giữ chỗ của bạn trong hàng chờ, tối đa 7 ngày. Không có theo dõi, và không tải bất cứ thứ gì từ nơi khác.
about-accessibility-heading = Dành cho mọi người
about-accessibility = Các trang này được thiết kế để dùng được với mọi trình duyệt, bằng bàn phím, với trình đọc màn hình, khi phóng to và cả khi không có tập lệnh.
about-what-to-do-heading = Bạn cần làm gì
about-what-to-do = Không cần làm gì. Hãy mở trang web bạn muốn truy cập; khi đông, trang sẽ tự đưa bạn đến phòng chờ của mình.
about-source = Phòng chờ này chạy bằng Anteroom, phần mềm mã nguồn mở.
about-status-link = Trạng thái của dịch vụ này

## How it stands
health-title = Trạng thái
health-lead-good = Mọi thứ đều hoạt động.
health-lead-starting = Dịch vụ đang khởi động.
health-lead-degraded = Hiện chưa thể cấp chỗ mới trong hàng chờ. Ai đã có chỗ vẫn giữ chỗ của mình.
health-lead-stopping = Dịch vụ đang khởi động lại. Ai đã có chỗ vẫn giữ chỗ của mình.
health-rooms-heading = Các phòng chờ
health-room-waiting-label = Số người trong hàng chờ
health-room-outflow-label = Số người được vào trong phút vừa qua
health-room-wait-label = Thời gian chờ ước tính cho người mới đến
health-room-enter = Đến phòng chờ
health-phase-idle = Chưa mở
health-phase-prequeue = Hàng chờ sớm
health-phase-queue = Đang mở
health-phase-paused = Tạm dừng
health-phase-disabled = Mọi người được vào thẳng
health-phase-postqueue = Đã đóng
health-updated = Tính đến { $time }
