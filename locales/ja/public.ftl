### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = このページについて
about-lead = ここは仮想の待合室です。ウェブサイトが快適に対応できる人数を超える方が訪れたとき、公平な順番でここでお待ちいただき、お一人ずつご案内します。
about-how-heading = 待合室のしくみ
about-how-order = 先に来られた方から順にご案内します。開始時刻が決まっている待合室では、それまでにお越しの方全員の番号を抽選で決めます。抽選はどなたでも検証できます。
about-how-place = お待ちの間、順番はそのまま保たれます。ページを再読み込みしたり、接続が切れたり、ブラウザーを再起動したりしても変わりません。
about-how-turn = 順番が来ると、自動的にご入場いただけます。クリックなどの操作は必要なく、再読み込みをしても早くはなりません。
about-privacy-heading = 保存される情報
about-privacy = 順番を保持するためのCookieを1つだけ、最長7日間保存します。追跡は一切行わず、外部から何かを読み込むこともありません。
about-accessibility-heading = どなたにもお使いいただくために
about-accessibility = どのブラウザーでも、キーボード操作、スクリーンリーダー、拡大表示、スクリプトなしの環境でもお使いいただけるように作られています。
about-what-to-do-heading = 必要な操作
about-what-to-do = 特にありません。ご利用になりたいウェブサイトを開いてください。混雑しているときは、自動的に待合室へご案内します。
about-source = この待合室は、オープンソースの Anteroom で動いています。
about-status-link = このサービスの状況

## How it stands
health-title = サービスの状況
health-lead-good = すべて正常に動いています。
health-lead-starting = サービスを起動しています。
health-lead-degraded = ただいま新しい順番をお取りできません。すでに順番をお取りの方の順番はそのままです。
health-lead-stopping = サービスを再起動しています。すでに順番をお取りの方の順番はそのままです。
health-rooms-heading = 待合室
health-room-waiting-label = お待ちの人数
health-room-outflow-label = 直近1分間にご案内した人数
health-room-wait-label = これから並ぶ方の待ち時間の目安
health-room-enter = 待合室へ進む
health-phase-idle = 受付開始前
health-phase-prequeue = 事前受付中
health-phase-queue = 受付中
health-phase-paused = 一時停止中
health-phase-disabled = 待たずに入場可
health-phase-postqueue = 終了
health-updated = { $time } 現在
