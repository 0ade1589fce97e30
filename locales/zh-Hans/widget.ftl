### Widgets on other people's pages.

## The button
widget-button-idle = 尚未开放
widget-button-prequeue = 加入预排队
widget-button-queue = 加入排队
widget-button-postqueue = 已关闭

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = 距离开始还有：
widget-countdown-less-than-a-minute = 不到一分钟
widget-countdown-started = 已开始
widget-countdown-ended = 已结束

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people } 人正在排队
    }
widget-status-nobody = 无人排队
widget-status-wait = 预计等待时间：{ $wait }
widget-status-paused = 排队已暂停
