### 待合ページのうち、随時更新される文言。

## タブの題名
status-title-in-line = あと{ $ahead }人・{ $room }
status-title-next = 次はお客様の番です・{ $room }
status-title-first-in-line = お客様の番です・{ $room }
status-title-paused = 一時停止中・{ $room }
status-title-redirecting = ご入場・{ $room }

## 見出しとその下の一文
status-headline-in-line = 順番にご案内しています
status-headline-next = 次はお客様の番です
status-headline-first-in-line = お客様の番になりました
status-headline-paused = ご案内を一時停止しています
status-lead-in-line = 順番になりましたら、自動的にご入場いただけます。
status-lead-next = 前にお待ちの方はいません。空きができしだい、ご入場いただけます。
status-lead-first-in-line = このままお待ちください。空きができしだい、ご入場いただけます。
status-lead-paused = ただいま、どなたもご案内しておりません。順番はそのままですので、再開まで今しばらくお待ちください。

## 読み上げ用の文
status-announce-in-line =
    { $ahead ->
       *[other] 前に{ $ahead }人お待ちです。
    }待ち時間の目安は{ $wait }です。
status-announce-next = 前にお待ちの方はいません。待ち時間の目安は{ $wait }です。
status-announce-first-in-line = お客様の番になりました。空きができしだい、ご入場いただけます。
status-announce-paused = ご案内を一時停止しています。順番はそのままです。
status-announce-redirecting = これからご入場いただけます。

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

## 目安が延びた理由
status-reason-operator-slowed = ご案内の間隔を広げています
status-reason-paused = ご案内を一時停止しました
status-reason-more-came-back = 想定より多くの方が戻られました
status-reason-store-away = 技術的な問題に対応しています
