### The live part of the waiting page.

## Title of the tab. $room is the waiting room's name; $countdown is a length of time in its basic
## form, such as “2 hours, 5 minutes”.
status-title-in-line = 앞에 { $ahead }명 · { $room }
status-title-waiting = 대기열에서 기다리는 중입니다 · { $room }
status-title-next = 다음 차례입니다 · { $room }
status-title-first-in-line = 차례가 되었습니다 · { $room }
status-title-paused = 일시 중지 · { $room }
status-title-sold-out = 매진 · { $room }
status-title-redirecting = 입장 중 · { $room }
status-title-starts = 시작까지: { $countdown } · { $room }
status-title-idle = 아직 열리지 않음 · { $room }
status-title-prequeue = 시작 전 · { $room }
status-title-drawing = 번호 추첨 중 · { $room }
status-title-ended = 종료 · { $room }

## Heading and the sentence under it
status-headline-in-line = 대기열에서 기다리는 중입니다
status-headline-next = 다음 차례입니다
status-headline-almost = 곧 차례가 됩니다
status-headline-first-in-line = 차례가 되었습니다
status-headline-paused = 대기열이 일시 중지되었습니다
status-headline-sold-out = 현재 매진되었습니다
status-headline-idle = 아직 시작되지 않았습니다
status-headline-prequeue = 사전 대기열에서 기다리는 중입니다
status-headline-drawing = 번호를 추첨하고 있습니다
status-headline-ended = 이 대기실은 종료되었습니다
status-lead-in-line = 차례가 되면 자동으로 입장합니다.
status-lead-next = 이제 앞에 아무도 없습니다. 자리가 나는 대로 입장합니다.
status-lead-almost = 다음에 입장하실 분 중 한 분입니다. 이 페이지에서 기다려 주세요.
status-lead-first-in-line = 이 페이지에서 기다려 주세요. 자리가 나는 대로 입장합니다.
status-lead-paused = 지금은 아무도 입장하지 않고 있습니다. 대기 순서는 그대로 유지되며, 가능해지는 대로 대기열이 다시 움직입니다.
status-lead-sold-out = 지금은 남은 수량이 없어 아무도 입장하지 않고 있습니다. 수량이 추가될 수 있으므로 대기 순서는 그대로 유지됩니다.
status-lead-idle = 아직 대기 순서가 없습니다. 이 페이지를 열어 두세요. 대기실이 열리면 바로 대기 순서를 받아 드립니다.
status-lead-prequeue = 시작할 때 여기 계신 모든 분은 같은 조건으로 추첨됩니다. 누가 먼저 왔는지는 상관없습니다.
status-lead-drawing = 몇 초 정도 걸립니다. 추첨이 끝나면 바로 번호가 자동으로 표시됩니다.
status-lead-ended = 더 이상 입장할 수 없습니다. 관심을 가져 주셔서 감사합니다.

## The text for screen readers. $wait is one of the phrases under “The estimate”.
status-announce-in-line =
    { $ahead ->
       *[other] 앞에 { $ahead }명이 있습니다.
    } 예상 대기 시간: { $wait }.
status-announce-ahead =
    { $ahead ->
       *[other] 앞에 { $ahead }명이 있습니다.
    }
status-announce-wait = 예상 대기 시간: { $wait }.
status-announce-next = 이제 앞에 아무도 없습니다. 예상 대기 시간: { $wait }.
status-announce-first-in-line = 차례가 되었습니다. 자리가 나는 대로 입장합니다.
status-announce-paused = 대기열이 일시 중지되었습니다. 대기 순서는 그대로 유지됩니다.
status-announce-redirecting = 지금 입장하고 있습니다.
status-announce-starts = 시작까지 남은 시간: { $countdown }.
status-announce-idle = 아직 시작되지 않았습니다. 아직 대기 순서가 없습니다.
status-announce-prequeue = 사전 대기열에서 기다리는 중입니다. 번호는 시작 후에 추첨합니다.
status-announce-drawing = 번호를 추첨하고 있습니다. 몇 초 정도 걸립니다.
status-announce-ended = 이 대기실은 종료되었습니다.

## The estimate. It stands alone under “Estimated wait”. $duration, $low and $high of the next six
## are lengths of time such as “1 hour, 20 minutes”, in their basic form.
status-wait-unknown = 지금은 알 수 없음
status-wait-not-yet = 아직 알 수 없음
status-wait-under-a-minute = 1분 미만
status-wait-over-a-day = 하루 이상
status-wait-about = 약 { $duration }
status-wait-up-to = 최대 { $duration }
status-wait-between = { $low }~{ $high }
# Here $low and $high are numbers.
status-wait-range-minutes =
    { $high ->
       *[other] { $low }~{ $high }분
    }
status-wait-range-hours =
    { $high ->
       *[other] { $low }~{ $high }시간
    }

## The remaining stock. The sentence stands before status-announce-ahead. $left is a rounded number
## of 10 or more.
status-stock-left = 약 { $left }개 남았습니다.
status-stock-few = 얼마 남지 않았습니다.

## The time to the start, under “Time until the start”
status-countdown-now = 잠시 후
status-countdown-under-a-minute = 1분 미만

## Why the estimate rose: a sentence of its own
status-reason-operator-slowed = 입장 속도가 느려져 대기 시간이 길어졌습니다.
status-reason-paused = 대기열이 일시 중지되어 대기 시간이 길어졌습니다.
status-reason-more-came-back = 예상보다 많은 분이 돌아와 대기 시간이 길어졌습니다.
status-reason-store-away = 기술적인 문제로 대기 시간이 길어졌습니다. 문제를 해결하고 있습니다.
status-reason-capped-by-sessions = 사이트가 가득 차 대기 시간이 길어졌습니다. 다른 분이 나가는 만큼 입장합니다.
status-reason-pool-shared = 같은 사이트로 가는 다른 대기열도 붐벼 대기 시간이 길어졌습니다.
status-reason-autotune-slowed = 지금 사이트가 느려 입장 인원이 줄어든 탓에 대기 시간이 길어졌습니다.
status-reason-priority = 우선 입장 대상자가 먼저 입장하고 있어 대기 시간이 길어졌습니다.
status-reason-restored = 기술적인 문제가 발생한 뒤 대기열을 복구해야 해서 대기 시간이 길어졌습니다.
