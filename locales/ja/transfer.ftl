### Moving a place to another device.

## On the device that has the place
move-title = 別の端末で続ける
move-lead = 順番をスマートフォンなどに引き継げます。引き継いだ後は新しい端末だけで有効になり、この端末では使えなくなります。
move-make-code = コードを表示
move-code-label = お客様のコード
move-scan = 別の端末のカメラでこの画像を読み取るか、その端末で次のアドレスを開いてコードを入力してください：
move-picture-alt = コード付きのアドレスを含むQRコード
move-good-for = コードは今から5分以内に1回だけ使えます。順番を渡したくない方には見せないでください。
move-back = 順番待ちの画面に戻る
move-new-code = 新しいコードを表示

## On the device that takes it over
move-enter-title = 順番を引き継ぐ
move-enter-lead = もう一方の端末に表示されているコードを入力してください。
move-enter-button = 次へ
move-confirm-lead = このボタンを押すと、順番がこの端末に移ります。もう一方の端末では使えなくなります。
move-confirm-button = 順番をこの端末に移す
# The place that this browser holds itself is given up.
move-confirm-replaces = このブラウザーは、すでにこの順番待ちに並んでいます。引き継ぐと、今の順番は取り消され、引き継いだ順番に替わります。

## When it does not work
move-error-code = このコードは無効です。入力の誤りか、使用済みか、5分以上たっている可能性があります。もう一方の端末で新しいコードを表示してください。
move-error-many = 試行回数が多すぎます。1分ほど待ってから、もう一度お試しください。
move-error-limit = この順番を移せる回数の上限に達しました。現在順番がある端末でそのままお待ちください。
move-error-away = 技術的な問題のため、ただいまご利用いただけません。順番は元の端末のままです。もう一度お試しください。
move-error-turn = もう一方の端末で、すでにお客様の番になっています。そちらの端末でお進みください。

## Into the line of a priority group
move-priority-title = 優先コードを持っています
move-priority-lead = コードを入力してください。そのコードのグループの列でお待ちいただくことになり、今の順番は取り消されます。
move-priority-error = このコードはここでは無効です。入力の誤りか、使用済みか、期限切れの可能性があります。今の順番はそのままです。
