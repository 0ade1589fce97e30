### The page about a room's draws: what the published papers say, and how to check them.

draw-heading-drawn = You were drawn number { $number }
draw-lead-drawn = { $population } took part. Your number follows from the published papers; nobody can change it any more.
draw-heading-kept = You keep number { $number }
draw-lead-kept = You joined after the draw had been closed, so your number comes after those who were drawn.
draw-heading-not-yet = Your number has not been drawn yet
draw-lead-not-yet = Everybody who joins before the draw is closed has the same chance. It makes no difference who came first.
draw-heading-aborted = This draw was given up
draw-lead-aborted = It gives nobody a number. Its papers stay published, together with the reason.
draw-heading-public = The draw of this waiting room
draw-lead-public = To see your own number as well, open this page from your place in line.
draw-heading-broken = This draw does not hold
draw-lead-broken = The published papers do not pass the check. Please keep a copy of them and of your receipt, and contact the website.

draw-checked = What was checked
draw-check-all = Draws published: { $count }. Their papers fit together and are signed with the same key.
draw-check-commitment = The operator fixed a secret by its fingerprint before the draw was closed.
draw-check-cut-off = Then the operator fixed and signed how many take part: { $population }.
draw-check-reveal = After that the secret was published. It is the one that was fixed, and together with the count it gives everybody's number.
draw-check-abort = The operator signed that the draw was given up, with the reason “{ $reason }”.
draw-check-receipt = Your receipt is genuine and belongs to this draw.

draw-cautions = What this does not show
draw-caution-without-beacon = No public random number went into this draw: the operator could have influenced how many people were drawn, and by that the order.
draw-caution-unknown-chain = We do not know the timetable of the public random number. Look up when it was published.
draw-caution-committed-late = The secret was fixed only when people could join already.
draw-caution-drawn-again = The draw was repeated. Draws given up before this one: { $count }.
draw-caution-own-server = This page comes from the server that held the draw. If you do not want to take its word, check it yourself.

draw-yourself = Check it yourself
draw-get-document = Download the published draw
draw-get-receipt = Download your receipt and keep it
draw-run-command = Put the files into one folder and run one of these commands on your own computer. The programs are part of the open-source project Anteroom; get them from there, not from this server.
draw-compare-key = Compare this key with the one that the operator shows elsewhere:
draw-back = Back to your place in line
