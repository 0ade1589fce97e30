### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = You drew number { $number }
draw-lead-drawn = { $population } took part. Your number follows from the published records, and no one can change it now.
draw-heading-kept = You keep number { $number }
draw-lead-kept = You joined after the draw closed, so your number comes after the ones that were drawn.
draw-heading-not-yet = Your number hasn’t been drawn yet
draw-lead-not-yet = Everyone who joins before the draw closes has the same chance. Joining early makes no difference.
draw-heading-to-come = This draw hasn’t been held yet
draw-heading-aborted = This draw was canceled
draw-lead-aborted = No one gets a number from it. Its records stay public, together with the reason.
draw-heading-public = This waiting room’s draw
draw-lead-public = To see your own number too, open this page from your place in line.
draw-heading-broken = This draw doesn’t hold up
draw-lead-broken = The published records don’t pass the check. Please keep a copy of them and of your receipt, and contact the site’s support team.

draw-checked = What was checked
draw-check-all = Draws published: { $count }. Their records fit together and are signed with the same key.
draw-check-commitment = Before the draw closed, the operator committed to a secret by publishing its hash.
draw-check-to-come = The operator has committed to a secret by publishing its hash. The other records are published when the draw is held.
draw-check-cut-off = Then the operator signed how many people take part: { $population }.
draw-check-reveal = After that, the secret was published. It matches the hash, and together with the count it gives everyone’s number.
draw-check-abort = The operator signed that the draw was canceled, with the reason “{ $reason }”.
draw-check-receipt = Your receipt is genuine and belongs to this draw.

draw-cautions = What this doesn’t show
draw-caution-without-beacon = No public random number went into this draw. The operator could have influenced how many people were drawn, and so the order.
draw-caution-unknown-chain = We don’t know the schedule of the public random numbers. Please look up when this one was published.
draw-caution-committed-late = The operator committed to the secret only after people could join.
draw-caution-drawn-again = The draw was repeated. Draws canceled before this one: { $count }.
draw-caution-own-server = This page comes from the server that held the draw. If you’d rather not take its word for it, check the draw yourself.

draw-yourself = Check it yourself
draw-get-document = Download the published draw
draw-get-receipt = Download your receipt and keep it
draw-run-command = Put the files in one folder and run one of these commands on your own computer. The programs are part of the open-source project Anteroom. Get them from there, not from this server.
draw-compare-key = Compare this key with the one the operator shows elsewhere:
draw-back = Back to your place in line
