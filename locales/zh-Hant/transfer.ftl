### Moving a place to another device.

## On the device that has the place
move-title = 在其他裝置上繼續
move-lead = 您可以帶走您的排隊位置，例如移至手機。之後它僅在新裝置上有效，在此裝置上不再有效。
move-make-code = 顯示代碼
move-code-label = 您的代碼
move-scan = 用另一台裝置的相機掃描此圖，或在那台裝置上開啟此網址並輸入代碼：
move-picture-alt = 包含網址與您的代碼的 QR Code
move-good-for = 此代碼在接下來的 5 分鐘內有效，只能使用一次。請勿讓他人看到，除非您願意把位置交給對方。
move-back = 返回您的排隊位置
move-new-code = 顯示新代碼

## On the device that takes it over
move-enter-title = 接收您的排隊位置
move-enter-lead = 請輸入另一台裝置上顯示的代碼。
move-enter-button = 繼續
move-confirm-lead = 按下此按鈕後，您的排隊位置會移至此裝置，在另一台裝置上不再有效。
move-confirm-button = 將我的排隊位置移到這裡
# The place that this browser holds itself is given up.
move-confirm-replaces = 此瀏覽器在此隊伍中已有位置。接收新的位置後，原有位置將會失效。

## When it does not work
move-error-code = 此代碼無效。可能輸入錯誤、已經使用過或已超過 5 分鐘。請在另一台裝置上顯示新代碼。
move-error-many = 嘗試次數過多。請等候一分鐘後再試。
move-error-limit = 此位置的移動次數已達上限。請繼續使用它所在的裝置。
move-error-away = 由於技術問題，目前無法移動。您的位置仍在原處。請再試一次。
move-error-turn = 另一台裝置上已輪到您。請在那裡繼續。

## Into the line of a priority group
move-priority-title = 我有優先代碼
move-priority-lead = 請輸入您的代碼。之後您將在該代碼所屬群組的隊伍中等候，現有位置將會失效。
move-priority-error = 此代碼在這裡無效。可能輸入錯誤、已經使用過或已過期。您的位置維持不變。
