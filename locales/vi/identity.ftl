### The identity of a newcomer: a code by e-mail.

identity-title = Xác nhận địa chỉ email của bạn
identity-lead = Chúng tôi sẽ gửi mã cho bạn. Mỗi địa chỉ email có một chỗ trong hàng chờ.
identity-send = Gửi mã cho tôi
identity-sent = Chúng tôi đã gửi mã cho bạn qua email. Mã có hiệu lực trong { $duration }.
identity-code-label = Mã trong email
identity-again = Không nhận được email? Hãy lấy mã mới hoặc dùng địa chỉ khác
identity-price = Nếu sau { $duration } vẫn chưa có gì, vui lòng nhấn lại nút.
identity-price-works = Vui lòng giữ trang này mở: mã sẽ tự được gửi.
identity-error-code = Mã này không đúng. Hãy xem lại email và thử lại.
identity-error-old = Mã này không còn hiệu lực. Hãy lấy mã mới.
identity-error-soon = Chúng tôi vừa gửi nhiều mã đến địa chỉ này. Vui lòng kiểm tra hộp thư đến và thư mục spam. Chúng tôi có thể gửi mã khác sau { $duration }.
identity-error-today = Hôm nay chúng tôi không thể gửi thêm mã đến địa chỉ hoặc kết nối này. Vui lòng thử địa chỉ khác hoặc kết nối khác.
identity-error-send = Không gửi được email. Vui lòng thử lại sau một phút.
identity-subject = { $room }: mã của bạn là { $code }
identity-why = Hãy nhập mã trên trang của phòng chờ { $room } ({ $host }). Nếu bạn không yêu cầu mã, hãy bỏ qua email này. Đừng đưa mã cho bất kỳ ai.
identity-sign-in = Đăng nhập
identity-sign-in-lead = Vui lòng đăng nhập. Mỗi tài khoản có một chỗ trong hàng chờ.
identity-error-sign-in = Đăng nhập không thành công. Vui lòng thử lại.
