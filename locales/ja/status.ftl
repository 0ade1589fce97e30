### 待合ページのうち、随時更新される文言。

## タブの題名
status-title-in-line = あと{ $ahead }人・{ $room }
status-title-next = 次はお客様の番です・{ $room }
status-title-first-in-line = お客様の番です・{ $room }
status-title-paused = 一時停止中・{ $room }
status-title-redirecting = ご入場・{ $room }
status-title-starts = 開始まで{ $countdown }・{ $room }
status-title-idle = 開場前です・{ $room }
status-title-prequeue = 開始前です・{ $room }
status-title-drawing = 抽選中です・{ $room }
status-title-ended = 終了しました・{ $room }

## 見出しとその下の一文
status-headline-in-line = 順番にご案内しています
status-headline-next = 次はお客様の番です
status-headline-first-in-line = お客様の番になりました
status-headline-paused = ご案内を一時停止しています
status-headline-idle = まだ始まっていません
status-headline-prequeue = 事前受付が完了しています
status-headline-drawing = ただいま抽選を行っています
status-headline-ended = この待合室は終了しました
status-lead-in-line = 順番になりましたら、自動的にご入場いただけます。
status-lead-next = 前にお待ちの方はいません。空きができしだい、ご入場いただけます。
status-lead-first-in-line = このままお待ちください。空きができしだい、ご入場いただけます。
status-lead-paused = ただいま、どなたもご案内しておりません。順番はそのままですので、再開まで今しばらくお待ちください。
status-lead-idle = まだ受付は始まっていません。このページを開いたままにしていただくと、待合室が開きしだい自動で受付いたします。
status-lead-prequeue = 開始時にお待ちの方全員を対象に、抽選で順番を決めます。お越しになった順番は関係ありません。
status-lead-drawing = 数秒で終わります。抽選が終わりしだい、お客様の順番が自動で表示されます。
status-lead-ended = ご入場の受付は終了しました。お越しいただきありがとうございました。

## 読み上げ用の文
status-announce-in-line =
    { $ahead ->
       *[other] 前に{ $ahead }人お待ちです。
    }待ち時間の目安は{ $wait }です。
status-announce-next = 前にお待ちの方はいません。待ち時間の目安は{ $wait }です。
status-announce-first-in-line = お客様の番になりました。空きができしだい、ご入場いただけます。
status-announce-paused = ご案内を一時停止しています。順番はそのままです。
status-announce-redirecting = これからご入場いただけます。
status-announce-starts = 開始まで{ $countdown }です。
status-announce-idle = まだ始まっていません。受付もこれからです。
status-announce-prequeue = 事前受付が完了しています。開始後に抽選で順番を決めます。
status-announce-drawing = ただいま抽選を行っています。数秒で終わります。
status-announce-ended = この待合室は終了しました。

## 待ち時間の目安
status-wait-unknown = 現在のところ不明
status-wait-under-a-minute = 1分未満
status-wait-over-a-day = 1日以上
status-wait-about = 約{ $duration }
status-wait-up-to = { $duration }以内
status-wait-between = { $low }~{ $high }
status-wait-range-minutes =
    { $high ->
       *[other] { $low }~{ $high }分
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }~{ $high }時間
    }
status-wait-because = { $wait }({ $reason })
status-duration-minutes =
    { $minutes ->
       *[other] { $minutes }分
    }
status-duration-hours =
    { $hours ->
       *[other] { $hours }時間
    }
status-duration-both = { $hours }{ $minutes }

## 開始までの時間
status-countdown-now = あとわずか
status-countdown-under-a-minute = 1分未満
status-countdown-days =
    { $days ->
       *[other] { $days }日
    }
status-countdown-both = { $days }{ $hours }

## 目安が延びた理由
status-reason-operator-slowed = ご案内の間隔を広げています
status-reason-paused = ご案内を一時停止しました
status-reason-more-came-back = 想定より多くの方が戻られました
status-reason-store-away = 技術的な問題に対応しています
status-reason-capped-by-sessions = サイトが満員のため、空きが出た分だけご案内しています
status-reason-pool-shared = 同じサイトの別の待合室も混み合っています
status-reason-autotune-slowed = サイトの応答が遅いため、ご案内の人数を減らしています
status-reason-priority = 優先の方を先にご案内しています
