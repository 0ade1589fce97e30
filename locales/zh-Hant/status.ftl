### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = 前面 { $ahead } 人 · { $room }
status-title-waiting = 您正在排隊 · { $room }
status-title-next = 下一位就是您 · { $room }
status-title-first-in-line = 輪到您了 · { $room }
status-title-paused = 已暫停 · { $room }
status-title-sold-out = 已售完 · { $room }
status-title-redirecting = 正在帶您進入網站 · { $room }
status-title-starts = 距離開始：{ $countdown } · { $room }
status-title-idle = 尚未開放 · { $room }
status-title-prequeue = 開始之前 · { $room }
status-title-drawing = 正在抽籤 · { $room }
status-title-ended = 已關閉 · { $room }

## Heading and the sentence under it
status-headline-in-line = 您正在排隊
status-headline-next = 下一位就是您
status-headline-almost = 即將輪到您
status-headline-first-in-line = 輪到您了
status-headline-paused = 排隊已暫停
status-headline-sold-out = 目前已售完
status-headline-idle = 尚未開始
status-headline-prequeue = 您已加入預先排隊
status-headline-drawing = 正在抽出號碼
status-headline-ended = 此等候室已關閉
status-lead-in-line = 輪到您時，我們會自動讓您進入。
status-lead-next = 您前面已經沒有人了。一有空位，我們就會讓您進入。
status-lead-almost = 接下來入場的一批人中就有您。請留在此頁面。
status-lead-first-in-line = 請留在此頁面。一有空位，我們就會讓您進入。
status-lead-paused = 目前暫停放行。您的位置會保留，排隊會盡快恢復。
status-lead-sold-out = 現在已無剩餘，因此暫停放行。您的位置會保留，以備後續補充。
status-lead-idle = 您還沒有排隊位置。請保持此頁面開啟：等候室一開放，頁面就會為您取得位置。
status-lead-prequeue = 開始時在這裡的每個人機會都相同：號碼由抽籤決定，與誰先來無關。
status-lead-drawing = 這需要幾秒鐘。抽籤一完成，您的號碼就會自動顯示。
status-lead-ended = 已停止放行。感謝您的關注。

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] 您前面有 { $ahead } 人。
    }預估等候時間：{ $wait }。
status-announce-ahead =
    { $ahead ->
       *[other] 您前面有 { $ahead } 人。
    }
status-announce-wait = 預估等候時間：{ $wait }。
status-announce-next = 您前面已經沒有人了。預估等候時間：{ $wait }。
status-announce-first-in-line = 輪到您了。一有空位，我們就會讓您進入。
status-announce-paused = 排隊已暫停。您的位置會保留。
status-announce-redirecting = 正在帶您進入網站。
status-announce-starts = 距離開始還有：{ $countdown }。
status-announce-idle = 尚未開始。您還沒有排隊位置。
status-announce-prequeue = 您已加入預先排隊。號碼將在開始後抽出。
status-announce-drawing = 正在抽出號碼。這需要幾秒鐘。
status-announce-ended = 此等候室已關閉。

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = 目前無法預估
status-wait-not-yet = 尚無法預估
status-wait-under-a-minute = 不到一分鐘
status-wait-over-a-day = 超過一天
status-wait-about = 約 { $duration }
status-wait-up-to = 最多 { $duration }
status-wait-between = { $low } 至 { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }–{ $high } 分鐘
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }–{ $high } 小時
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = 剩餘數量：約 { $left }。
status-stock-few = 所剩無幾。

## The time to the start, under “Time until the start”
status-countdown-now = 片刻
status-countdown-under-a-minute = 不到一分鐘

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = 由於放行速度放慢，等候時間變長了。
status-reason-paused = 由於排隊曾經暫停，等候時間變長了。
status-reason-more-came-back = 由於返回的人比預期的多，等候時間變長了。
status-reason-store-away = 由於我們遇到技術問題，等候時間變長了。我們正在處理。
status-reason-capped-by-sessions = 由於網站人數已滿，等候時間變長了。有人離開後，其他人才能進入。
status-reason-pool-shared = 由於通往同一個網站的另一個隊伍同樣繁忙，等候時間變長了。
status-reason-autotune-slowed = 由於網站目前回應較慢、放行人數減少，等候時間變長了。
status-reason-priority = 由於享有優先權的人會先進入，等候時間變長了。
status-reason-restored = 由於技術問題後我們不得不復原隊伍，等候時間變長了。
