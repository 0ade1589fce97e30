### Widgets on other people's pages.

## The button
widget-button-idle = 受付開始前
widget-button-prequeue = 事前受付に参加する
widget-button-queue = 順番待ちに並ぶ
widget-button-postqueue = 受付終了

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = 開始まで：
widget-countdown-less-than-a-minute = 1分未満
widget-countdown-started = 始まりました
widget-countdown-ended = 終了しました

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people }人がお待ちです
    }
widget-status-nobody = お待ちの方はいません
widget-status-wait = 待ち時間の目安：{ $wait }
widget-status-paused = ご案内を一時停止しています
