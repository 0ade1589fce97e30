### The identity of a newcomer: a code by e-mail.

identity-title = 确认您的电子邮件地址
identity-lead = 我们会向您发送验证码。每个电子邮件地址只有一个排队位置。
identity-send = 发送验证码
identity-sent = 我们已通过电子邮件向您发送验证码。有效时间：{ $duration }。
identity-code-label = 邮件中的验证码
identity-again = 没有收到邮件？获取新的验证码或使用其他地址
identity-price = 如果 { $duration }后仍没有反应，请再次点击按钮。
identity-price-works = 请保持此页面打开，验证码会自动发送。
identity-error-code = 验证码不正确。请查看邮件后重试。
identity-error-old = 该验证码已失效。请获取新的验证码。
identity-error-soon = 我们刚刚已向此地址发送了多个验证码。请查看收件箱和垃圾邮件文件夹。距离可以再次发送的时间：{ $duration }。
identity-error-today = 今天无法再向此地址或通过此网络连接发送验证码。请尝试其他地址或其他网络连接。
identity-error-send = 邮件发送失败。请在一分钟后重试。
identity-subject = { $room }：您的验证码是 { $code }
identity-why = 请在等候室“{ $room }”（{ $host }）的页面上输入验证码。如果不是您本人请求的，请忽略这封邮件。请勿将验证码告诉任何人。
identity-sign-in = 登录
identity-sign-in-lead = 请登录。每个账号只有一个排队位置。
identity-error-sign-in = 登录未成功。请重试。
