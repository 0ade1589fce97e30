### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = Gửi email cho tôi khi sắp đến lượt
email-lead = Hãy để lại địa chỉ email, chúng tôi sẽ gửi cho bạn một email duy nhất, không lâu trước khi đến lượt bạn ({ $duration }). Sau đó chúng tôi xóa địa chỉ.
email-label = Địa chỉ email
email-save = Lưu
email-kept = Địa chỉ đã lưu: { $address }
email-remove = Xóa địa chỉ
email-sent = Email đã được gửi hoặc đang trên đường đến. Mỗi chỗ trong hàng chờ chỉ có một email.

## When it does not work
email-error-address = Chúng tôi không gửi được email đến địa chỉ này. Ví dụ: name@example.com
email-error-many = Hôm nay đã có quá nhiều địa chỉ được nhập. Thay vào đó, vui lòng không đóng trang chờ của bạn.
email-error-link = Liên kết này không còn hiệu lực. Chỗ của bạn nằm trên thiết bị mà bạn dùng lần cuối.

## The e-mail
email-subject = { $room }: sắp đến lượt bạn
email-late = Nếu đến muộn, bạn vẫn giữ chỗ của mình: chúng tôi sẽ đưa bạn vào ngay khi có thể.
email-late-limit = Nếu đến muộn, chỗ của bạn được giữ trong thời gian giới hạn sau lượt của bạn: { $duration }
email-button = Đến chỗ của tôi trong hàng chờ
email-why = Bạn nhận được email này vì địa chỉ của bạn đã được nhập trong phòng chờ { $room } ({ $host }). Địa chỉ hiện đã bị xóa ở đó và sẽ không có email nào khác. Nếu không phải bạn, hãy bỏ qua email này.

## A notification that comes with the page closed
push-button = Báo cho tôi cả khi đã đóng trang
push-failed = Không thực hiện được. Thay vào đó, vui lòng không đóng trang này.
