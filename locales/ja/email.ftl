### E-mail shortly before the turn.

## The page where a visitor leaves an address
email-title = 順番が近づいたらメールで知らせる
email-lead = メールアドレスを入力すると、順番の少し前（{ $duration }）に一度だけお知らせします。その後、アドレスは削除します。
email-label = メールアドレス
email-save = 保存
email-kept = 保存済みのアドレス：{ $address }
email-remove = アドレスを削除
email-sent = メールは送信済みか、送信中です。メールは一つの順番につき1通だけです。

## When it does not work
email-error-address = このメールアドレスには送信できません。例：name@example.com
email-error-many = 本日登録できるアドレスの数を超えました。代わりに、順番待ちの画面を開いたままにしてください。
email-error-link = このリンクは無効になりました。順番は、最後に使った端末にあります。

## The e-mail
email-subject = { $room }：まもなく順番です
email-late = 遅れても順番はそのままです。空きができしだい、ご案内します。
email-late-limit = 遅れた場合、順番が来てから次の時間まで保持されます：{ $duration }
email-button = 順番待ちの画面を開く
email-why = このメールは、待合室「{ $room }」（{ $host }）でこのアドレスが入力されたためお送りしています。アドレスはすでに削除され、これ以降メールは届きません。お心当たりがない場合は、このメールを無視してください。

## A notification that comes with the page closed
push-button = ページを閉じていても通知する
push-failed = 設定できませんでした。代わりに、このページを開いたままにしてください。
