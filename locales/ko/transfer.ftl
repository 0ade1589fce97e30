### Moving a place to another device.

## On the device that has the place
move-title = 다른 기기에서 계속하기
move-lead = 대기 순서를 휴대전화 등 다른 기기로 옮길 수 있습니다. 옮기고 나면 새 기기에서만 유효하며, 이 기기에서는 사라집니다.
move-make-code = 코드 표시
move-code-label = 내 코드
move-scan = 다른 기기의 카메라로 이 그림을 스캔하거나, 그 기기에서 이 주소를 열고 코드를 입력하세요:
move-picture-alt = 코드가 포함된 주소를 담은 QR 코드
move-good-for = 이 코드는 앞으로 5분 안에 한 번만 사용할 수 있습니다. 대기 순서를 넘기고 싶지 않은 사람에게는 보여 주지 마세요.
move-back = 내 대기 순서로 돌아가기
move-new-code = 새 코드 표시

## On the device that takes it over
move-enter-title = 대기 순서 가져오기
move-enter-lead = 다른 기기에 표시된 코드를 입력하세요.
move-enter-button = 계속
move-confirm-lead = 이 버튼을 누르면 대기 순서가 이 기기로 옮겨집니다. 다른 기기에서는 사라집니다.
move-confirm-button = 내 대기 순서를 여기로 옮기기
# The place that this browser holds itself is given up.
move-confirm-replaces = 이 브라우저에는 이미 이 대기열의 대기 순서가 있습니다. 가져오는 대기 순서로 바뀌면서 기존 순서는 사라집니다.

## When it does not work
move-error-code = 유효하지 않은 코드입니다. 잘못 입력되었거나, 이미 사용되었거나, 5분이 지났을 수 있습니다. 다른 기기에서 새 코드를 표시해 주세요.
move-error-many = 시도 횟수가 너무 많습니다. 1분 뒤에 다시 시도해 주세요.
move-error-limit = 이 대기 순서는 옮길 수 있는 횟수를 모두 사용했습니다. 대기 순서가 있는 기기를 계속 사용해 주세요.
move-error-away = 기술적인 문제로 지금은 옮길 수 없습니다. 대기 순서는 원래 기기에 그대로 있습니다. 다시 시도해 주세요.
move-error-turn = 다른 기기에서 이미 차례가 되었습니다. 그 기기에서 계속해 주세요.

## Into the line of a priority group
move-priority-title = 우선 코드가 있습니다
move-priority-lead = 코드를 입력하세요. 그러면 해당 그룹의 대기열에서 기다리게 되고 지금의 대기 순서는 사라집니다.
move-priority-error = 여기에서는 유효하지 않은 코드입니다. 잘못 입력되었거나, 이미 사용되었거나, 기한이 지났을 수 있습니다. 대기 순서는 그대로 있습니다.
