### Widgets on other people's pages.

## The button
widget-button-idle = 아직 열리지 않음
widget-button-prequeue = 사전 대기열에 들어가기
widget-button-queue = 줄 서기
widget-button-postqueue = 종료

## The countdown. The label stands before a length of time in its basic form, such as “2 hours, 5
## minutes”.
widget-countdown-starting-in = 시작까지 남은 시간:
widget-countdown-less-than-a-minute = 1분 미만
widget-countdown-started = 시작되었습니다
widget-countdown-ended = 끝났습니다

## The status
widget-status-waiting =
    { $people ->
       *[other] { $people }명이 대기 중
    }
widget-status-nobody = 대기 중인 사람이 없습니다
widget-status-wait = 예상 대기 시간: { $wait }
widget-status-paused = 대기열이 일시 중지되었습니다
