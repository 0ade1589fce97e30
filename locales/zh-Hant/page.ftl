### The waiting page: what every visitor of a room reads alike.

page-ahead-label = 前面的人數
page-wait-label = 預估等候時間
page-number-label = 您的排隊號碼
page-progress-label = 您的排隊進度
page-updated-label = 上次更新
page-message-label = 公告
page-keep-open = 請保持此頁面開啟。頁面會自動更新，即使您重新整理頁面或稍後再回來，您的位置也會保留。
page-leave = 退出排隊
page-queue-id-label = 排隊識別碼
page-offline = 連線中斷。您的位置仍會保留，我們正持續嘗試連線。
page-online-again = 連線已恢復。
page-redirecting-headline = 正在帶您進入網站
page-redirecting-lead = 感謝您的等候，您馬上就能進入。
page-redirecting-link = 立即前往
page-skip = 跳至您的排隊位置
page-powered-by = 採用 Anteroom 技術
page-about-link = 這是什麼頁面？
page-status-link = 此等候室的狀態

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = 距離開始還有
page-prequeue-countdown-label = 距離預先排隊開放還有
# Label over a date with a time of day.
page-starts-at-label = 開始時間
page-keep-open-before = 請保持此頁面開啟。頁面會自動更新，即使您重新整理頁面或在開始前再回來，您仍在抽籤之列。
page-keep-open-idle = 此頁面會自動更新，您不需要重新整理。

## Be told when it is your turn
page-notify-heading = 輪到我時通知我
page-notify-sound = 播放音效
page-notify-vibration = 震動
page-notify-notification = 顯示通知
page-notify-denied = 您的瀏覽器不允許此頁面傳送通知。您可以在瀏覽器設定中變更。

## Language and device
page-language-label = 語言
page-language-apply = 切換語言
page-move-link = 在其他裝置上繼續

## The draw
page-draw-heading = 開始後的流程
page-draw-closing = 開始後不久，預先排隊就會關閉。之後到來的人會排在所有已在這裡的人後面。
page-draw-chance = 接著，會為預先排隊中的每個人抽出一個號碼。無論來得早或晚，每個人的機會都相同。
page-draw-number = 您的號碼會顯示在此頁面上，並從最小的號碼開始依序放行。
page-draw-with-beacon = 抽籤會加入一個任何人都無法事先得知的公開亂數，因此沒有人能選擇結果。
page-draw-check = 之後，任何人都可以查驗抽籤。
page-draw-receipt = 之後，任何人都可以查驗抽籤。您的憑證可證明您參加了抽籤，請保存到那時。
page-draw-receipt-link = 下載您的憑證
page-draw-check-link = 如何查驗抽籤
page-drawn-link = 您的號碼已抽出——查驗抽籤

## After the end
page-skip-content = 跳至內容
page-ended-help = 若要了解目前提供的內容，請直接造訪網站。
page-back-to-site = 返回網站
