### Widgets on other people's pages.

## The button
widget-button-idle = 尚未開放
widget-button-prequeue = 加入預先排隊
widget-button-queue = 加入排隊
widget-button-postqueue = 已關閉

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = 距離開始還有：
widget-countdown-less-than-a-minute = 不到一分鐘
widget-countdown-started = 已開始
widget-countdown-ended = 已結束

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people } 人正在排隊
    }
widget-status-nobody = 無人排隊
widget-status-wait = 預估等候時間：{ $wait }
widget-status-paused = 排隊已暫停
