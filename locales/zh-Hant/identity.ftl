### The identity of a newcomer: a code by e-mail.

identity-title = 確認您的電子郵件地址
identity-lead = 我們會傳送代碼給您。每個電子郵件地址只有一個排隊位置。
identity-send = 傳送代碼
identity-sent = 我們已透過電子郵件傳送代碼給您。有效時間：{ $duration }。
identity-code-label = 電子郵件中的代碼
identity-again = 沒有收到郵件？取得新的代碼或使用其他地址
identity-price = 如果 { $duration }後仍沒有反應，請再次點選按鈕。
identity-price-works = 請保持此頁面開啟，代碼會自動傳送。
identity-error-code = 代碼不正確。請查看郵件後再試一次。
identity-error-old = 這個代碼已失效。請取得新的代碼。
identity-error-soon = 我們剛剛已傳送多個代碼到此地址。請查看收件匣和垃圾郵件資料夾。距離可以再次傳送的時間：{ $duration }。
identity-error-today = 今天無法再向此地址或透過此網路連線傳送驗證碼。請嘗試其他地址或其他網路連線。
identity-error-send = 無法傳送郵件。請在一分鐘後再試一次。
identity-subject = { $room }：您的代碼是 { $code }
identity-why = 請在等候室「{ $room }」（{ $host }）的頁面上輸入代碼。如果不是您本人要求的，請忽略這封郵件。請勿將代碼告訴任何人。
identity-sign-in = 登入
identity-sign-in-lead = 請登入。每個帳號只有一個排隊位置。
identity-error-sign-in = 登入未成功。請再試一次。
