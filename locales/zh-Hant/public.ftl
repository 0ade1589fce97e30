### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = 這是什麼頁面？
about-lead = 這是一個虛擬等候室。當想造訪網站的人數超出網站的服務能力時，大家在這裡依公平的順序等候，並逐一進入。
about-how-heading = 運作方式
about-how-order = 先到先進。如果等候室在指定時間開放，所有提前到達的人都會透過抽籤取得號碼，任何人都可以查驗抽籤。
about-how-place = 等候期間，即使您重新整理頁面、連線中斷或重新啟動瀏覽器，您的位置都會保留。
about-how-turn = 輪到您時，您會自動進入。不需要點選任何東西，重新整理也不會更快。
about-privacy-heading = 保存哪些與您有關的資料
about-privacy = 一個保存您排隊位置的 Cookie，最多保留 7 天。沒有追蹤，也不會從其他任何地方載入內容。
about-accessibility-heading = 人人可用
about-accessibility = 這些頁面力求在任何瀏覽器中都能使用，支援鍵盤操作、螢幕閱讀器與放大顯示，沒有指令碼也能運作。
about-what-to-do-heading = 需要做什麼
about-what-to-do = 什麼都不用做。開啟您想造訪的網站即可；網站繁忙時，會自動帶您前往它的等候室。
about-source = 此等候室使用開放原始碼軟體 Anteroom 運作。
about-status-link = 此服務的狀態

## How it stands
health-title = 狀態
health-lead-good = 一切正常。
health-lead-starting = 服務正在啟動。
health-lead-degraded = 目前無法發放新的排隊位置。所有已有位置的人都會保留位置。
health-lead-stopping = 服務正在重新啟動。所有已有排隊位置的人都會保留位置。
health-rooms-heading = 等候室
health-room-waiting-label = 排隊人數
health-room-outflow-label = 最近一分鐘放行人數
health-room-wait-label = 新來者的預估等候時間
health-room-enter = 前往等候室
health-phase-idle = 尚未開放
health-phase-prequeue = 預先排隊
health-phase-queue = 開放中
health-phase-paused = 已暫停
health-phase-disabled = 無須排隊
health-phase-postqueue = 已關閉
health-updated = 截至 { $time }
