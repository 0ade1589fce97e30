### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = 快轮到我时用电子邮件通知我
email-lead = 请留下您的电子邮件地址，我们会在快轮到您之前（{ $duration }）给您发送一封邮件，随后删除该地址。
email-label = 电子邮件地址
email-save = 保存
email-kept = 已保存的地址：{ $address }
email-remove = 删除地址
email-sent = 邮件已发送或正在发送。每个排队位置只发送一封。

## When it does not work
email-error-address = 我们无法向此地址发送电子邮件。例如：name@example.com
email-error-many = 今天填写的地址过多。请改为保持您的排队页面打开。
email-error-link = 此链接已失效。您的位置在您上次使用的设备上。

## The e-mail
email-subject = { $room }：快轮到您了
email-late = 如果您来晚了，位置仍会保留：一有空位就让您进入。
email-late-limit = 如果您来晚了，轮到您之后位置只保留有限的时间：{ $duration }
email-button = 前往我的排队位置
email-why = 您收到此邮件，是因为有人在等候室“{ $room }”（{ $host }）填写了您的地址。该地址现已在那里删除，不会再有其他邮件。如果不是您本人填写，请忽略此邮件。

## A notification that comes with the page closed
push-button = 关闭此页面后也通知我
push-failed = 未能成功。请改为保持此页面打开。
