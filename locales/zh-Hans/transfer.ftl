### Moving a place to another device.

## On the device that has the place
move-title = 在其他设备上继续
move-lead = 您可以带走您的排队位置，例如转到手机上。之后它仅在新设备上有效，在此设备上不再有效。
move-make-code = 显示转移码
move-code-label = 您的转移码
move-scan = 用另一台设备的摄像头扫描此图，或在那台设备上打开此地址并输入转移码：
move-picture-alt = 包含地址和您的转移码的二维码
move-good-for = 此转移码在接下来的 5 分钟内有效，只能使用一次。请勿让他人看到，除非您愿意把位置交给对方。
move-back = 返回您的排队位置
move-new-code = 显示新转移码

## On the device that takes it over
move-enter-title = 接收您的排队位置
move-enter-lead = 请输入另一台设备上显示的转移码。
move-enter-button = 继续
move-confirm-lead = 按下此按钮后，您的排队位置将转移到此设备，在另一台设备上不再有效。
move-confirm-button = 将我的排队位置转移到这里
# The place that this browser holds itself is given up.
move-confirm-replaces = 此浏览器在此队列中已有位置。接收新的位置后，原有位置将失效。

## When it does not work
move-error-code = 此转移码无效。可能输入有误、已经使用过或已超过 5 分钟。请在另一台设备上显示新转移码。
move-error-many = 尝试次数过多。请等待一分钟后重试。
move-error-limit = 此位置的转移次数已达到上限。请继续使用它所在的设备。
move-error-away = 由于技术问题，目前无法转移。您的位置仍在原处。请重试。
move-error-turn = 另一台设备上已轮到您。请在那里继续。

## Into the line of a priority group
move-priority-title = 我有优先码
move-priority-lead = 请输入您的优先码。之后您将在该优先码所属小组的队列中等候，现有位置将失效。
move-priority-error = 此优先码在这里无效。可能输入有误、已经使用过或已过期。您的位置保持不变。
