### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = 前面 { $ahead } 人 · { $room }
status-title-waiting = 您正在排队 · { $room }
status-title-next = 下一位就是您 · { $room }
status-title-first-in-line = 轮到您了 · { $room }
status-title-paused = 已暂停 · { $room }
status-title-sold-out = 已售罄 · { $room }
status-title-redirecting = 正在带您进入网站 · { $room }
status-title-starts = 距离开始：{ $countdown } · { $room }
status-title-idle = 尚未开放 · { $room }
status-title-prequeue = 开始之前 · { $room }
status-title-drawing = 正在抽签 · { $room }
status-title-ended = 已关闭 · { $room }

## Heading and the sentence under it
status-headline-in-line = 您正在排队
status-headline-next = 下一位就是您
status-headline-almost = 即将轮到您
status-headline-first-in-line = 轮到您了
status-headline-paused = 排队已暂停
status-headline-sold-out = 目前已售罄
status-headline-idle = 尚未开始
status-headline-prequeue = 您已进入预排队
status-headline-drawing = 正在抽取号码
status-headline-ended = 此等候室已关闭
status-lead-in-line = 轮到您时，我们会自动让您进入。
status-lead-next = 您前面已经没有人了。一有空位，我们就让您进入。
status-lead-almost = 接下来入场的一批人中就有您。请留在此页面。
status-lead-first-in-line = 请留在此页面。一有空位，我们就让您进入。
status-lead-paused = 目前暂停放行。您的位置会保留，排队会尽快恢复。
status-lead-sold-out = 现在已无剩余，因此暂停放行。您的位置会保留，以备后续补充。
status-lead-idle = 您还没有排队位置。请不要关闭此页面：等候室一开放，页面就会为您取得位置。
status-lead-prequeue = 开始时在这里的每个人机会都相同：号码由抽签决定，与谁先来无关。
status-lead-drawing = 这需要几秒钟。抽签一完成，您的号码就会自动显示。
status-lead-ended = 已停止放行。感谢您的关注。

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] 您前面有 { $ahead } 人。
    }预计等待时间：{ $wait }。
status-announce-ahead =
    { $ahead ->
       *[other] 您前面有 { $ahead } 人。
    }
status-announce-wait = 预计等待时间：{ $wait }。
status-announce-next = 您前面已经没有人了。预计等待时间：{ $wait }。
status-announce-first-in-line = 轮到您了。一有空位，我们就让您进入。
status-announce-paused = 排队已暂停。您的位置会保留。
status-announce-redirecting = 正在带您进入网站。
status-announce-starts = 距离开始还有：{ $countdown }。
status-announce-idle = 尚未开始。您还没有排队位置。
status-announce-prequeue = 您已进入预排队。号码将在开始后抽取。
status-announce-drawing = 正在抽取号码。这需要几秒钟。
status-announce-ended = 此等候室已关闭。

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = 目前无法估计
status-wait-not-yet = 尚无法估计
status-wait-under-a-minute = 不到一分钟
status-wait-over-a-day = 超过一天
status-wait-about = 约 { $duration }
status-wait-up-to = 最多 { $duration }
status-wait-between = { $low } 至 { $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }–{ $high } 分钟
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }–{ $high } 小时
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = 剩余数量：约 { $left }。
status-stock-few = 所剩无几。

## The time to the start, under “Time until the start”
status-countdown-now = 片刻
status-countdown-under-a-minute = 不到一分钟

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = 由于放行速度放慢，等待时间变长了。
status-reason-paused = 由于排队曾暂停，等待时间变长了。
status-reason-more-came-back = 由于返回的人比预计的多，等待时间变长了。
status-reason-store-away = 由于我们遇到技术问题，等待时间变长了。我们正在处理。
status-reason-capped-by-sessions = 由于网站人数已满，等待时间变长了。有人离开后，其他人才能进入。
status-reason-pool-shared = 由于通往同一网站的另一个队列同样繁忙，等待时间变长了。
status-reason-autotune-slowed = 由于网站目前响应较慢、放行人数减少，等待时间变长了。
status-reason-priority = 由于享有优先权的人先行进入，等待时间变长了。
status-reason-restored = 由于技术问题后我们不得不恢复队列，等待时间变长了。
