### The page about a room's draws: what the published records say, and how to check them.

draw-heading-drawn = 추첨 결과 { $number }번입니다
draw-lead-drawn = 참여 인원: { $population }명. 번호는 공개된 문서에서 정해지며, 이제 누구도 바꿀 수 없습니다.
draw-heading-kept = 번호는 그대로 { $number }번입니다
draw-lead-kept = 추첨이 마감된 뒤에 줄을 섰으므로, 번호는 추첨된 분들의 다음입니다.
draw-heading-not-yet = 아직 번호가 추첨되지 않았습니다
draw-lead-not-yet = 추첨이 마감되기 전에 들어온 모든 분은 같은 조건으로 추첨됩니다. 누가 먼저 왔는지는 상관없습니다.
draw-heading-to-come = 이 추첨은 아직 진행되지 않았습니다
draw-heading-aborted = 이 추첨은 중단되었습니다
draw-lead-aborted = 이 추첨으로는 누구도 번호를 받지 않습니다. 추첨 문서는 사유와 함께 계속 공개됩니다.
draw-heading-public = 이 대기실의 추첨
draw-lead-public = 내 번호도 함께 보려면 내 대기 순서 화면에서 이 페이지를 여세요.
draw-heading-broken = 이 추첨은 올바르지 않습니다
draw-lead-broken = 공개된 문서가 검증을 통과하지 못했습니다. 문서와 접수증의 사본을 보관하고 웹사이트 고객센터에 문의해 주세요.

draw-checked = 검증한 내용
draw-check-all = 공개된 추첨: { $count }건. 추첨 문서가 서로 일치하며 같은 키로 서명되어 있습니다.
draw-check-commitment = 운영자는 추첨이 마감되기 전에 비밀값의 해시값을 공개하여 비밀값을 확정했습니다.
draw-check-to-come = 운영자는 비밀값의 해시값을 공개하여 비밀값을 확정했습니다. 나머지 추첨 문서는 추첨을 진행할 때 공개됩니다.
draw-check-cut-off = 그런 다음 운영자는 참여 인원을 확정하고 서명했습니다: { $population }명.
draw-check-reveal = 그 뒤에 비밀값이 공개되었습니다. 확정했던 비밀값과 같으며, 참여 인원과 함께 모든 사람의 번호를 정합니다.
draw-check-abort = 운영자는 추첨이 중단되었음을 다음 사유와 함께 서명했습니다: “{ $reason }”.
draw-check-receipt = 접수증은 진본이며 이 추첨의 것입니다.

draw-cautions = 이 검증으로 알 수 없는 것
draw-caution-without-beacon = 이 추첨에는 공개 난수가 쓰이지 않았습니다. 운영자가 추첨 인원에, 그리고 그에 따라 순서에 영향을 주었을 수 있습니다.
draw-caution-unknown-chain = 공개 난수의 일정을 알 수 없습니다. 언제 공개되었는지 찾아보세요.
draw-caution-committed-late = 비밀값은 사람들이 이미 들어올 수 있게 된 뒤에야 확정되었습니다.
draw-caution-drawn-again = 추첨이 다시 진행되었습니다. 이전에 중단된 추첨: { $count }건.
draw-caution-own-server = 이 페이지는 추첨을 진행한 서버에서 제공됩니다. 서버의 말만 믿고 싶지 않다면 직접 검증해 보세요.

draw-yourself = 직접 검증하기
draw-get-document = 공개된 추첨 다운로드
draw-get-receipt = 접수증을 다운로드하여 보관하기
draw-run-command = 파일을 한 폴더에 넣고 자신의 컴퓨터에서 다음 명령 중 하나를 실행하세요. 프로그램은 오픈 소스 프로젝트 Anteroom에 포함되어 있습니다. 이 서버가 아니라 그 프로젝트에서 받으세요.
draw-compare-key = 이 키를 운영자가 다른 곳에 공개한 키와 비교하세요:
draw-back = 내 대기 순서로 돌아가기
