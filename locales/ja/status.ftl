### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = 前に{ $ahead }人・{ $room }
status-title-waiting = 順番待ちの列に並んでいます・{ $room }
status-title-next = 次はお客様の番です・{ $room }
status-title-first-in-line = お客様の番です・{ $room }
status-title-paused = 一時停止中・{ $room }
status-title-sold-out = 完売・{ $room }
status-title-redirecting = ご入場いただけます・{ $room }
status-title-starts = 開始まで：{ $countdown }・{ $room }
status-title-idle = 受付開始前・{ $room }
status-title-prequeue = 開始前・{ $room }
status-title-drawing = 抽選中・{ $room }
status-title-ended = 終了・{ $room }

## Heading and the sentence under it
status-headline-in-line = 順番待ちの列に並んでいます
status-headline-next = 次はお客様の番です
status-headline-almost = まもなくお客様の番です
status-headline-first-in-line = お客様の番になりました
status-headline-paused = ご案内を一時停止しています
status-headline-sold-out = 現在、完売しています
status-headline-idle = まだ始まっていません
status-headline-prequeue = 事前受付でお待ちいただいています
status-headline-drawing = ただいま番号を抽選しています
status-headline-ended = この待合室は終了しました
status-lead-in-line = 順番になりましたら、自動的にご入場いただけます。
status-lead-next = 前にお待ちの方はいません。空きができしだい、ご入場いただけます。
status-lead-almost = 次にご入場いただくお客様のお一人です。このままお待ちください。
status-lead-first-in-line = このままお待ちください。空きができしだい、ご入場いただけます。
status-lead-paused = ただいま、どなたもご案内しておりません。順番はそのままですので、再開まで今しばらくお待ちください。
status-lead-sold-out = ただいま残りがないため、どなたもご案内しておりません。追加がある場合に備えて、順番はそのまま保たれます。
status-lead-idle = まだ順番をお取りしていません。このページを開いたままにしていただくと、待合室が開きしだい自動で順番をお取りします。
status-lead-prequeue = 開始時にお待ちの方は、全員が同じ条件で番号の抽選の対象になります。お越しになった順番は関係ありません。
status-lead-drawing = 数秒で終わります。抽選が終わりしだい、お客様の番号が自動で表示されます。
status-lead-ended = ご入場の受付は終了しました。お越しいただきありがとうございました。

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] 前に{ $ahead }人お待ちです。
    }待ち時間の目安は{ $wait }です。
status-announce-ahead =
    { $ahead ->
       *[other] 前に{ $ahead }人お待ちです。
    }
status-announce-wait = 待ち時間の目安は{ $wait }です。
status-announce-next = 前にお待ちの方はいません。待ち時間の目安は{ $wait }です。
status-announce-first-in-line = お客様の番になりました。空きができしだい、ご入場いただけます。
status-announce-paused = ご案内を一時停止しています。順番はそのままです。
status-announce-redirecting = これからご入場いただけます。
status-announce-starts = 開始までの時間：{ $countdown }。
status-announce-idle = まだ始まっていません。順番もまだお取りしていません。
status-announce-prequeue = 事前受付でお待ちいただいています。開始後に抽選で番号を決めます。
status-announce-drawing = ただいま番号を抽選しています。数秒で終わります。
status-announce-ended = この待合室は終了しました。

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = 現在のところ不明
status-wait-not-yet = まだ不明
status-wait-under-a-minute = 1分未満
status-wait-over-a-day = 1日を超える見込み
status-wait-about = 約{ $duration }
status-wait-up-to = 最大{ $duration }
status-wait-between = { $low }～{ $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }～{ $high }分
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }～{ $high }時間
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = 残りは約{ $left }です。
status-stock-few = 残りわずかです。

## The time to the start, under “Time until the start”
status-countdown-now = あとわずか
status-countdown-under-a-minute = 1分未満

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = ご案内のペースを落としているため、待ち時間が延びています。
status-reason-paused = ご案内を一時停止したため、待ち時間が延びています。
status-reason-more-came-back = 想定より多くの方が戻られたため、待ち時間が延びています。
status-reason-store-away = 技術的な問題が発生しているため、待ち時間が延びています。現在、対応を進めています。
status-reason-capped-by-sessions = サイトが満員のため、待ち時間が延びています。空きが出た分だけご案内しています。
status-reason-pool-shared = 同じサイトにつながる別の順番待ちも混み合っているため、待ち時間が延びています。
status-reason-autotune-slowed = サイトの応答が遅くなっており、ご案内の人数を減らしているため、待ち時間が延びています。
status-reason-priority = 優先の方を先にご案内しているため、待ち時間が延びています。
status-reason-restored = 技術的な問題のあとで列を復元したため、待ち時間が延びています。
