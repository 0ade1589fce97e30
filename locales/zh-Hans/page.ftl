### The waiting page: what every visitor of a room reads alike.

page-ahead-label = 前面的人数
page-wait-label = 预计等待时间
page-number-label = 您的排队号码
page-progress-label = 您的排队进度
page-updated-label = 最近更新
page-message-label = 公告
page-keep-open = 请不要关闭此页面。页面会自动更新，即使您刷新页面或稍后再回来，您的位置也会保留。
page-leave = 退出排队
page-queue-id-label = 排队编号
page-offline = 连接已中断。您的位置仍然保留，我们正在继续尝试连接。
page-online-again = 连接已恢复。
page-redirecting-headline = 正在带您进入网站
page-redirecting-lead = 感谢您的等待，您马上就能进入。
page-redirecting-link = 立即前往
page-skip = 跳到您的排队位置
page-powered-by = 由 Anteroom 提供支持
page-about-link = 这是什么页面？
page-status-link = 此等候室的状态

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = 距离开始还有
page-prequeue-countdown-label = 距离预排队开放还有
# Label over a date with a time of day.
page-starts-at-label = 开始时间
page-keep-open-before = 请不要关闭此页面。页面会自动更新，即使您刷新页面或在开始前再回来，您仍在抽签之列。
page-keep-open-idle = 此页面会自动更新，您无需刷新。

## Be told when it is your turn
page-notify-heading = 轮到我时提醒我
page-notify-sound = 播放声音
page-notify-vibration = 振动
page-notify-notification = 显示通知
page-notify-denied = 您的浏览器不允许此页面发送通知。您可以在浏览器设置中更改。

## Language and device
page-language-label = 语言
page-language-apply = 切换语言
page-move-link = 在其他设备上继续

## The draw
page-draw-heading = 开始后的流程
page-draw-closing = 开始后不久，预排队就会关闭。之后到来的人会排在所有已在这里的人后面。
page-draw-chance = 接着，为预排队中的每个人抽取一个号码。无论来得早还是晚，每个人的机会都相同。
page-draw-number = 您的号码会显示在此页面上，并从最小的号码开始依次放行。
page-draw-with-beacon = 抽签会加入一个任何人都无法事先知道的公开随机数，因此没有人能够选择结果。
page-draw-check = 之后，任何人都可以核验抽签。
page-draw-receipt = 之后，任何人都可以核验抽签。您的回执可证明您参加了抽签，请保存到那时。
page-draw-receipt-link = 下载您的回执
page-draw-check-link = 如何核验抽签
page-drawn-link = 您的号码已抽出——核验抽签

## After the end
page-skip-content = 跳到正文
page-ended-help = 如需了解目前提供的内容，请直接访问网站。
page-back-to-site = 返回网站
