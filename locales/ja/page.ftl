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

## 開始前
page-countdown-label = 開始まで
page-keep-open-before = このページを開いたままお待ちください。表示は自動で更新されます。再読み込みしたり、開始前に戻られたりしても、抽選の対象のままです。
page-keep-open-idle = このページは自動で更新されます。再読み込みの必要はありません。

## 抽選
page-draw-heading = 開始後の流れ
page-draw-closing = 開始後まもなく、事前受付を締め切ります。その後にお越しの方は、事前受付の方全員の後ろに並びます。
page-draw-chance = 事前受付の方全員の順番を抽選で決めます。早く来られた方も遅く来られた方も、機会は同じです。
page-draw-number = お客様の順番がこのページに表示され、番号の小さい方からご案内します。
page-draw-with-beacon = この抽選には、事前に誰も知ることのできない公開の乱数を使うため、誰も結果を選べません。
page-draw-without-beacon = この抽選には公開の乱数を使いません。そのため、待合室の運営者は、抽選の対象人数を選ぶことで結果を左右できた可能性があります。
page-draw-check = 抽選は後からどなたでも検証できます。
page-draw-receipt = 抽選は後からどなたでも検証できます。受付証は、抽選の対象であることの証明になります。それまで保管してください。
page-draw-receipt-link = 受付証をダウンロード
page-draw-check-link = 抽選の検証方法
page-drawn-link = 順番は抽選で決まりました。抽選を検証する

## 終了後
page-skip-content = 本文へ移動
page-ended-help = 現在のご案内は、サイトでご確認ください。
page-back-to-site = サイトに戻る
