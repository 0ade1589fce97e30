### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = 您抽到的号码：{ $number }
draw-lead-drawn = 参加人数：{ $population }。您的号码由公布的文件得出，任何人都无法再更改。
draw-heading-kept = 您的号码保持不变：{ $number }
draw-lead-kept = 您在抽签截止后加入，因此您的号码排在参加抽签的人之后。
draw-heading-not-yet = 您的号码尚未抽出
draw-lead-not-yet = 在抽签截止前加入的每个人机会都相同，与谁先来无关。
draw-heading-to-come = 此次抽签尚未举行
draw-heading-aborted = 此次抽签已中止
draw-lead-aborted = 此次抽签不会产生任何人的号码。其文件连同原因会继续公布。
draw-heading-public = 此等候室的抽签
draw-lead-public = 要同时查看您自己的号码，请从您的排队位置打开此页面。
draw-heading-broken = 此次抽签未通过核验
draw-lead-broken = 公布的文件未通过核验。请保存这些文件和您的回执的副本，并联系网站客服。

draw-checked = 已核验的内容
draw-check-all = 已公布的抽签：{ $count } 次。其文件相互吻合，并用同一密钥签名。
draw-check-commitment = 运营方在抽签截止前公布哈希值，以此锁定了一个秘密值。
draw-check-to-come = 运营方已公布哈希值，以此锁定了一个秘密值。其他文件在举行抽签时公布。
draw-check-cut-off = 随后，运营方确定并签署了参加人数：{ $population }。
draw-check-reveal = 之后公布了秘密值。它与先前锁定的一致，并与人数一起得出每个人的号码。
draw-check-abort = 运营方签署声明中止此次抽签，原因为“{ $reason }”。
draw-check-receipt = 您的回执真实有效，属于此次抽签。

draw-cautions = 此核验无法证明的事项
draw-caution-without-beacon = 此次抽签没有加入公开随机数：运营方可能影响了参加抽签的人数，从而影响了顺序。
draw-caution-unknown-chain = 我们不了解该公开随机数的发布时间表。请自行查明它的发布时间。
draw-caution-committed-late = 秘密值在人们已经可以加入之后才锁定。
draw-caution-drawn-again = 抽签曾重新进行。此前中止的抽签：{ $count } 次。
draw-caution-own-server = 此页面来自举行抽签的服务器。如果您不想只听它的一面之词，请自行核验。

draw-yourself = 自行核验
draw-get-document = 下载公布的抽签文件
draw-get-receipt = 下载并保存您的回执
draw-run-command = 将这些文件放入同一个文件夹，并在您自己的电脑上运行以下任一命令。这些程序是开源项目 Anteroom 的一部分；请从该项目获取，不要从此服务器获取。
draw-compare-key = 请将此密钥与运营方在其他地方公布的密钥进行比对：
draw-back = 返回您的排队位置
