### Moving a place to another device.

## On the device that has the place
move-title = Tiếp tục trên thiết bị khác
move-lead = Bạn có thể mang theo chỗ của mình trong hàng chờ, chẳng hạn sang điện thoại. Khi đó chỗ chỉ có hiệu lực trên thiết bị mới và không còn hiệu lực trên thiết bị này.
move-make-code = Hiện mã
move-code-label = Mã của bạn
move-scan = Quét hình này bằng camera của thiết bị kia, hoặc mở địa chỉ này trên thiết bị đó rồi nhập mã:
move-picture-alt = Mã QR chứa địa chỉ kèm mã của bạn
move-good-for = Mã dùng được một lần trong 5 phút tới. Đừng cho người mà bạn không muốn nhường chỗ xem mã này.
move-back = Quay lại chỗ của bạn trong hàng chờ
move-new-code = Hiện mã mới

## On the device that takes it over
move-enter-title = Nhận chỗ của bạn tại đây
move-enter-lead = Nhập mã mà thiết bị kia đang hiện.
move-enter-button = Tiếp tục
move-confirm-lead = Khi bấm nút này, chỗ của bạn trong hàng chờ sẽ chuyển sang thiết bị này và không còn hiệu lực trên thiết bị kia.
move-confirm-button = Chuyển chỗ của tôi đến đây
# The place that this browser holds itself is given up.
move-confirm-replaces = Trình duyệt này đã có một chỗ trong hàng chờ này. Chỗ đó sẽ bị hủy và được thay bằng chỗ mà bạn nhận.

## When it does not work
move-error-code = Mã này không hợp lệ. Có thể mã bị nhập sai, đã được dùng hoặc đã quá 5 phút. Vui lòng hiện mã mới trên thiết bị kia.
move-error-many = Đã thử quá nhiều lần. Vui lòng chờ một phút rồi thử lại.
move-error-limit = Chỗ này đã được chuyển hết số lần có thể. Vui lòng tiếp tục trên thiết bị đang giữ chỗ.
move-error-away = Hiện không thể thực hiện do sự cố kỹ thuật. Chỗ của bạn vẫn ở nguyên nơi cũ. Vui lòng thử lại.
move-error-turn = Đã đến lượt bạn trên thiết bị kia. Vui lòng tiếp tục ở đó.

## Into the line of a priority group
move-priority-title = Tôi có mã ưu tiên
move-priority-lead = Nhập mã của bạn. Sau đó bạn chờ trong hàng của nhóm có mã này và mất chỗ hiện tại.
move-priority-error = Mã này không hợp lệ ở đây. Có thể mã bị nhập sai, đã được dùng hoặc đã hết hạn. Chỗ của bạn vẫn như cũ.
