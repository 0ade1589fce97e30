### The waiting page: what every visitor of a room reads alike.

page-ahead-label = 前にお待ちの人数
page-wait-label = 待ち時間の目安
page-number-label = お客様の番号
page-progress-label = 順番までの進み具合
page-updated-label = 最終更新
page-message-label = お知らせ
page-keep-open = このページを開いたままお待ちください。表示は自動で更新されます。再読み込みしたり、少し離れてから戻られたりしても、順番はそのままです。
page-leave = 順番待ちをやめる
page-queue-id-label = 受付ID
page-offline = 接続が途切れています。順番はそのままです。再接続を試みています。
page-online-again = 接続が回復しました。
page-redirecting-headline = ご入場いただけます
page-redirecting-lead = お待たせいたしました。まもなくページが切り替わります。
page-redirecting-link = 今すぐ進む
page-skip = 順番の表示へ移動
page-powered-by = Anteroom で動いています
page-about-link = このページについて
page-status-link = この待合室の状況

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = 開始までの時間
page-prequeue-countdown-label = 事前受付開始までの時間
# Label over a date with a time of day.
page-starts-at-label = 開始日時
page-keep-open-before = このページを開いたままお待ちください。表示は自動で更新されます。再読み込みしたり、開始前に戻られたりしても、抽選の対象のままです。
page-keep-open-idle = このページは自動で更新されます。再読み込みの必要はありません。

## Be told when it is your turn
page-notify-heading = 順番が来たら知らせる
page-notify-sound = 音を鳴らす
page-notify-vibration = 振動させる
page-notify-notification = 通知を表示する
page-notify-denied = お使いのブラウザーでは、このページからの通知が許可されていません。ブラウザーの設定で変更できます。

## Language and device
page-language-label = 言語
page-language-apply = 言語を変更
page-move-link = 別の端末で続ける

## The draw
page-draw-heading = 開始後の流れ
page-draw-closing = 開始後まもなく、事前受付を締め切ります。その後にお越しの方は、事前受付の方全員の後ろに並びます。
page-draw-chance = 続いて、事前受付の方全員の番号を抽選で決めます。早く来られた方も遅く来られた方も、条件は同じです。
page-draw-number = お客様の番号がこのページに表示され、番号の小さい方から順にご案内します。
page-draw-with-beacon = この抽選には、事前に誰も知ることのできない公開の乱数を使うため、誰も結果を選べません。
page-draw-check = 抽選は後からどなたでも検証できます。
page-draw-receipt = 抽選は後からどなたでも検証できます。受付証は、抽選の対象であることの証明になります。それまで保管してください。
page-draw-receipt-link = 受付証をダウンロード
page-draw-check-link = 抽選の検証方法
page-drawn-link = 番号は抽選で決まりました。抽選を検証する

## After the end
page-skip-content = 本文へ移動
page-ended-help = 現在のご案内は、サイトでご確認ください。
page-back-to-site = サイトに戻る
