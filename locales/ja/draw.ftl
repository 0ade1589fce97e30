### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = 抽選の結果、お客様は{ $number }番です
draw-lead-drawn = 抽選の対象：{ $population }人。お客様の番号は公開された記録から決まり、もう誰にも変えられません。
draw-heading-kept = お客様の番号は{ $number }番のままです
draw-lead-kept = 抽選の締め切り後に来られたため、抽選された方々の後の番号になります。
draw-heading-not-yet = お客様の番号はまだ抽選されていません
draw-lead-not-yet = 抽選の締め切りまでに来られた方は、全員が同じ条件で抽選の対象になります。来られた順番は関係ありません。
draw-heading-to-come = この抽選はまだ行われていません
draw-heading-aborted = この抽選は取りやめになりました
draw-lead-aborted = この抽選による番号はありません。記録は、取りやめの理由とともに公開され続けます。
draw-heading-public = この待合室の抽選
draw-lead-public = ご自身の番号も確かめるには、順番待ちの画面からこのページを開いてください。
draw-heading-broken = この抽選は検証を通りませんでした
draw-lead-broken = 公開された記録が検証を通りませんでした。記録と受付証の控えを保存し、ウェブサイトの運営者にお問い合わせください。

draw-checked = 検証した内容
draw-check-all = 公開された抽選：{ $count }件。記録に食い違いはなく、すべて同じ鍵で署名されています。
draw-check-commitment = 抽選の締め切り前に、運営者は秘密の値のハッシュ値を公開し、その値を固定しました。
draw-check-to-come = 運営者は秘密の値のハッシュ値を公開し、その値を固定しました。その他の記録は、抽選が行われる際に公開されます。
draw-check-cut-off = その後、運営者は対象の人数を固定し、署名しました：{ $population }人。
draw-check-reveal = 続いて秘密の値が公開されました。固定された値と一致し、人数と合わせて全員の番号が決まります。
draw-check-abort = 抽選の取りやめに運営者が署名しました。理由：「{ $reason }」。
draw-check-receipt = お客様の受付証は本物で、この抽選のものです。

draw-cautions = この検証では分からないこと
draw-caution-without-beacon = この抽選には公開の乱数が使われていません。運営者は、抽選の対象となる人数を左右し、それによって順番を左右できた可能性があります。
draw-caution-unknown-chain = 公開の乱数の予定時刻が、こちらでは分かりません。いつ公表されたかをお調べください。
draw-caution-committed-late = 秘密の値が固定されたのは、受付が始まった後でした。
draw-caution-drawn-again = 抽選はやり直されました。これより前に取りやめになった抽選：{ $count }件。
draw-caution-own-server = このページは、抽選を行ったサーバーから届いたものです。その説明だけに頼りたくない場合は、ご自身で検証してください。

draw-yourself = ご自身で検証する
draw-get-document = 公開された抽選の記録をダウンロード
draw-get-receipt = 受付証をダウンロードして保管
draw-run-command = ファイルを同じフォルダーに置き、ご自身のコンピューターで次のいずれかのコマンドを実行してください。プログラムはオープンソースのプロジェクト Anteroom のものです。このサーバーからではなく、そちらから入手してください。
draw-compare-key = この鍵を、運営者が別の場所で示している鍵と比べてください：
draw-back = 順番待ちの画面に戻る
