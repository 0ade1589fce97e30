### 待合ページ:同じ待合室の全員に共通する文言。

page-ahead-label = お客様の前にお待ちの人数
page-wait-label = 待ち時間の目安
page-number-label = お客様の順番
page-progress-label = 順番までの進み具合
page-updated-label = 最終更新
page-message-label = お知らせ
page-keep-open = このページを開いたままお待ちください。表示は自動で更新されます。再読み込みしたり、少し離れてから戻られたりしても、順番はそのままです。
page-no-script = このページは自動で再読み込みされます。操作は必要ありません。
page-leave = 順番待ちをやめる
page-queue-id-label = 受付ID
page-offline = 接続が途切れています。順番はそのままです。再接続を試みています。
page-online-again = 接続が回復しました。
page-redirecting-headline = ご入場いただけます
page-redirecting-lead = お待たせいたしました。まもなくページが切り替わります。
page-redirecting-link = 今すぐ進む
page-skip = 順番の表示へ移動
page-powered-by = Anteroom の待合室
