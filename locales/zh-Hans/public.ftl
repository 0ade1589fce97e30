### Pages for everybody: what this is, and how it stands.

## What is this?
about-title = 这是什么页面？
about-lead = 这是一个虚拟等候室。当想访问网站的人数超出网站的服务能力时，大家在这里按公平的顺序等待，并逐一进入。
about-how-heading = 运作方式
about-how-order = 先到先进。如果等候室在指定时间开放，所有提前到达的人都会通过抽签获得号码，任何人都可以核验抽签。
about-how-place = 等待期间，即使您刷新页面、断开连接或重启浏览器，您的位置都会保留。
about-how-turn = 轮到您时，您会自动进入。无需点击任何内容，刷新也不会更快。
about-privacy-heading = 保存哪些关于您的信息
about-privacy = 一个保存您排队位置的 Cookie，最多保留 7 天。没有跟踪，也不从其他任何地方加载内容。
about-accessibility-heading = 人人可用
about-accessibility = 这些页面力求在任何浏览器中都可使用，支持键盘操作、屏幕阅读器和放大显示，没有脚本也能运行。
about-what-to-do-heading = 需要做什么
about-what-to-do = 什么都不用做。打开您想访问的网站即可；网站繁忙时，会自动带您进入它的等候室。
about-source = 此等候室使用开源软件 Anteroom 运行。
about-status-link = 此服务的状态

## How it stands
health-title = 状态
health-lead-good = 一切正常。
health-lead-starting = 服务正在启动。
health-lead-degraded = 目前无法发放新的排队位置。所有已有位置的人都会保留位置。
health-lead-stopping = 服务正在重启。所有已有排队位置的人都会保留位置。
health-rooms-heading = 等候室
health-room-waiting-label = 排队人数
health-room-outflow-label = 最近一分钟放行人数
health-room-wait-label = 新来者的预计等待时间
health-room-enter = 前往等候室
health-phase-idle = 尚未开放
health-phase-prequeue = 预排队
health-phase-queue = 开放中
health-phase-paused = 已暂停
health-phase-disabled = 无需排队
health-phase-postqueue = 已关闭
health-updated = 截至 { $time }
