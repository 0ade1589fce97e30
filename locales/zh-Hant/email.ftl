### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = 快輪到我時用電子郵件通知我
email-lead = 請留下您的電子郵件地址，我們會在快輪到您之前（{ $duration }）寄給您一封郵件，隨後刪除該地址。
email-label = 電子郵件地址
email-save = 儲存
email-kept = 已儲存的地址：{ $address }
email-remove = 刪除地址
email-sent = 郵件已寄出或正在寄送。每個排隊位置只寄送一封。

## When it does not work
email-error-address = 我們無法向此地址傳送電子郵件。例如：name@example.com
email-error-many = 今天填寫的地址過多。請改為保持您的排隊頁面開啟。
email-error-link = 此連結已失效。您的位置在您上次使用的裝置上。

## The e-mail
email-subject = { $room }：快輪到您了
email-late = 如果您晚到，位置仍會保留：一有空位就讓您進入。
email-late-limit = 如果您晚到，輪到您之後位置只保留有限的時間：{ $duration }
email-button = 前往我的排隊位置
email-why = 您收到此郵件，是因為有人在等候室「{ $room }」（{ $host }）填寫了您的地址。該地址現已在那裡刪除，不會再有其他郵件。如果不是您本人填寫，請忽略此郵件。

## A notification that comes with the page closed
push-button = 關閉此頁面後也通知我
push-failed = 未能成功。請改為保持此頁面開啟。
