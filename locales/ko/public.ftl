### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = 이 페이지는 무엇인가요?
about-lead = 이곳은 가상 대기실입니다. 웹사이트가 원활히 감당할 수 있는 것보다 많은 분이 방문하려 할 때, 여기서 공정한 순서로 기다린 뒤 한 명씩 입장합니다.
about-how-heading = 이용 방법
about-how-order = 먼저 온 사람이 먼저 입장합니다. 정해진 시간에 열리는 대기실에서는 그 전에 와 있는 모든 분이 누구나 검증할 수 있는 추첨으로 번호를 받습니다.
about-how-place = 기다리는 동안 페이지를 새로 고침하거나, 연결이 끊기거나, 브라우저를 다시 시작해도 대기 순서는 유지됩니다.
about-how-turn = 차례가 되면 자동으로 입장합니다. 아무것도 누를 필요가 없으며, 새로 고침해도 빨라지지 않습니다.
about-privacy-heading = 보관하는 정보
about-privacy = 대기 순서를 보관하는 쿠키 하나뿐이며, 최대 7일 동안 보관합니다. 추적하지 않으며, 다른 곳에서 아무것도 불러오지 않습니다.
about-accessibility-heading = 모두를 위한 페이지
about-accessibility = 이 페이지는 어떤 브라우저에서든, 키보드나 화면 낭독기로도, 확대해서도, 스크립트 없이도 이용할 수 있도록 만들었습니다.
about-what-to-do-heading = 해야 할 일
about-what-to-do = 없습니다. 방문하려는 웹사이트를 여세요. 붐비면 자동으로 대기실로 안내합니다.
about-source = 이 대기실은 오픈 소스인 Anteroom으로 운영됩니다.
about-status-link = 이 서비스의 상태

## How it stands
health-title = 상태
health-lead-good = 모두 정상입니다.
health-lead-starting = 서비스를 시작하고 있습니다.
health-lead-degraded = 지금은 새 대기 순서를 드릴 수 없습니다. 이미 대기 순서가 있는 분은 모두 그대로 유지됩니다.
health-lead-stopping = 서비스를 다시 시작하고 있습니다. 이미 대기 순서가 있는 분은 모두 그대로 유지됩니다.
health-rooms-heading = 대기실
health-room-waiting-label = 대기 중인 인원
health-room-outflow-label = 최근 1분 동안 입장한 인원
health-room-wait-label = 새로 오신 분의 예상 대기 시간
health-room-enter = 대기실로 이동
health-phase-idle = 아직 열리지 않음
health-phase-prequeue = 사전 대기열
health-phase-queue = 운영 중
health-phase-paused = 일시 중지
health-phase-disabled = 모두 바로 입장
health-phase-postqueue = 종료
health-updated = { $time } 기준
