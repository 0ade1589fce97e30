### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = 您抽到的號碼：{ $number }
draw-lead-drawn = 參加人數：{ $population }。您的號碼由公布的文件得出，任何人都無法再變更。
draw-heading-kept = 您的號碼維持不變：{ $number }
draw-lead-kept = 您在抽籤截止後加入，因此您的號碼排在參加抽籤的人之後。
draw-heading-not-yet = 您的號碼尚未抽出
draw-lead-not-yet = 在抽籤截止前加入的每個人機會都相同，與誰先來無關。
draw-heading-to-come = 此次抽籤尚未舉行
draw-heading-aborted = 此次抽籤已中止
draw-lead-aborted = 此次抽籤不會產生任何人的號碼。其文件連同原因會繼續公布。
draw-heading-public = 此等候室的抽籤
draw-lead-public = 若要一併查看您自己的號碼，請從您的排隊位置開啟此頁面。
draw-heading-broken = 此次抽籤未通過查驗
draw-lead-broken = 公布的文件未通過查驗。請保存這些文件與您的憑證的副本，並聯絡網站客服。

draw-checked = 已查驗的內容
draw-check-all = 已公布的抽籤：{ $count } 次。其文件相互吻合，並以同一把金鑰簽署。
draw-check-commitment = 營運方在抽籤截止前公布雜湊值，藉此鎖定了一個祕密值。
draw-check-to-come = 營運方已公布雜湊值，藉此鎖定了一個祕密值。其他文件在舉行抽籤時公布。
draw-check-cut-off = 接著，營運方確定並簽署了參加人數：{ $population }。
draw-check-reveal = 之後公布了祕密值。它與先前鎖定的一致，並與人數一起得出每個人的號碼。
draw-check-abort = 營運方簽署聲明中止此次抽籤，原因為「{ $reason }」。
draw-check-receipt = 您的憑證真實有效，屬於此次抽籤。

draw-cautions = 此查驗無法證明的事項
draw-caution-without-beacon = 此次抽籤沒有加入公開亂數：營運方可能影響了參加抽籤的人數，進而影響了順序。
draw-caution-unknown-chain = 我們不清楚該公開亂數的發布時間表。請自行查明其發布時間。
draw-caution-committed-late = 祕密值在人們已經可以加入之後才鎖定。
draw-caution-drawn-again = 抽籤曾重新進行。先前中止的抽籤：{ $count } 次。
draw-caution-own-server = 此頁面來自舉行抽籤的伺服器。如果您不想只聽它的一面之詞，請自行查驗。

draw-yourself = 自行查驗
draw-get-document = 下載公布的抽籤文件
draw-get-receipt = 下載並保存您的憑證
draw-run-command = 將這些檔案放入同一個資料夾，並在您自己的電腦上執行下列任一指令。這些程式屬於開放原始碼專案 Anteroom；請從該專案取得，不要從此伺服器取得。
draw-compare-key = 請將此金鑰與營運方在其他地方公布的金鑰進行比對：
draw-back = 返回您的排隊位置
