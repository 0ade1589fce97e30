### The identity of a newcomer: a code by e-mail.

identity-title = メールアドレスの確認
identity-lead = コードをお送りします。順番は、メールアドレス1つにつき1つです。
identity-send = コードを送信
identity-sent = メールでコードをお送りしました。有効時間：{ $duration }
identity-code-label = メールに記載のコード
identity-again = メールが届かない場合は、新しいコードを取得するか、別のアドレスをご利用ください
identity-price = { $duration }たっても変化がない場合は、もう一度ボタンを押してください。
identity-price-works = このページを開いたままお待ちください。コードは自動的に送信されます。
identity-error-code = コードが正しくありません。メールをご確認のうえ、もう一度お試しください。
identity-error-old = このコードは無効になりました。新しいコードを取得してください。
identity-error-soon = このアドレスには、先ほど複数のコードをお送りしました。受信トレイと迷惑メールフォルダーをご確認ください。次のコードを送信できるまでの時間：{ $duration }
identity-error-today = 本日はこのアドレスまたはこの接続にこれ以上コードを送信できません。別のアドレスまたは別の接続でお試しください。
identity-error-send = メールを送信できませんでした。1分後にもう一度お試しください。
identity-subject = { $room }：コードは { $code } です
identity-why = 待合室「{ $room }」（{ $host }）のページでコードを入力してください。お心当たりがない場合は、このメールを無視してください。コードを他の人に教えないでください。
identity-sign-in = ログイン
identity-sign-in-lead = ログインしてください。順番は、アカウント1つにつき1つです。
identity-error-sign-in = ログインできませんでした。もう一度お試しください。
