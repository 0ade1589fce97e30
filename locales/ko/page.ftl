### The waiting page: what every visitor of a room reads alike.

page-ahead-label = 앞에 대기 중인 인원
page-wait-label = 예상 대기 시간
page-number-label = 내 대기 번호
page-progress-label = 대기 진행 상황
page-updated-label = 마지막 업데이트
page-message-label = 공지
page-keep-open = 이 페이지를 열어 두세요. 페이지는 자동으로 업데이트되며, 새로 고침하거나 잠시 후에 돌아와도 대기 순서는 그대로 유지됩니다.
page-leave = 대기열 나가기
page-queue-id-label = 대기열 ID
page-offline = 연결이 끊겼습니다. 대기 순서는 그대로 유지되며, 계속해서 다시 연결하고 있습니다.
page-online-again = 다시 연결되었습니다.
page-redirecting-headline = 입장하고 있습니다
page-redirecting-lead = 기다려 주셔서 감사합니다. 곧 입장합니다.
page-redirecting-link = 지금 이동하기
page-skip = 내 대기 순서로 건너뛰기
page-powered-by = Anteroom으로 운영됩니다
page-about-link = 이 페이지는 무엇인가요?
page-status-link = 이 대기실의 상태

## Before the start
# Labels over a time such as “2 hours, 5 minutes” or “07:59”.
page-countdown-label = 시작까지 남은 시간
page-prequeue-countdown-label = 사전 대기열이 열릴 때까지 남은 시간
# Label over a date with a time of day.
page-starts-at-label = 시작
page-keep-open-before = 이 페이지를 열어 두세요. 페이지는 자동으로 업데이트되며, 새로 고침하거나 시작 전에 돌아와도 추첨 대상에 그대로 포함됩니다.
page-keep-open-idle = 이 페이지는 자동으로 업데이트됩니다. 새로 고침하지 않으셔도 됩니다.

## Be told when it is your turn
page-notify-heading = 차례가 되면 알림 받기
page-notify-sound = 소리로 알리기
page-notify-vibration = 진동으로 알리기
page-notify-notification = 알림 표시하기
page-notify-denied = 브라우저에서 이 페이지의 알림을 허용하지 않고 있습니다. 브라우저 설정에서 바꿀 수 있습니다.

## Language and device
page-language-label = 언어
page-language-apply = 언어 변경
page-move-link = 다른 기기에서 계속하기

## The draw
page-draw-heading = 시작하면 이렇게 진행됩니다
page-draw-closing = 시작 직후 사전 대기열이 닫힙니다. 그 뒤에 오신 분은 이미 와 계신 모든 분의 뒤에 줄을 서게 됩니다.
page-draw-chance = 그런 다음 사전 대기열에 계신 모든 분의 번호를 추첨합니다. 일찍 왔든 늦게 왔든 조건은 모두 같습니다.
page-draw-number = 번호는 이 페이지에 표시되며, 가장 낮은 번호부터 차례로 입장합니다.
page-draw-with-beacon = 아무도 미리 알 수 없는 공개 난수가 추첨에 쓰이므로, 누구도 결과를 고를 수 없습니다.
page-draw-check = 추첨이 끝나면 누구나 추첨을 검증할 수 있습니다.
page-draw-receipt = 추첨이 끝나면 누구나 추첨을 검증할 수 있습니다. 접수증은 추첨에 포함되었다는 증거이니 그때까지 보관하세요.
page-draw-receipt-link = 접수증 다운로드
page-draw-check-link = 추첨을 검증하는 방법
page-drawn-link = 번호가 추첨되었습니다 – 추첨 검증하기

## After the end
page-skip-content = 본문으로 건너뛰기
page-ended-help = 지금 이용할 수 있는 것을 보려면 해당 사이트로 이동해 주세요.
page-back-to-site = 사이트로 돌아가기
