use super::*;

fn judged(css: &str) -> Vec<String> {
    let mut problems = ThemeProblems::of("t/style.css".to_owned());
    judge(css, &BTreeSet::from([".card".to_owned()]), &mut problems);
    problems.into_vec().iter().map(ToString::to_string).collect()
}

/// Checks that a rule has this problem and no other, reported with its line.
fn assert_one_problem(rule: &str, wanted: &str) {
    let found = judged(&format!("a{{color:red}}\n\n{rule}"));
    assert_eq!(found.len(), 1, "{rule}: {found:?}");
    assert!(
        found[0].starts_with("t/style.css:3: ") && found[0].contains(wanted),
        "{rule}: {found:?}"
    );
}

#[test]
fn rules_that_hide_cover_or_disable_a_required_part_are_refused_by_line() {
    for (rule, wanted) in [
        ("h1{display:none}", "`display: none` would hide `h1`"),
        (
            ".room > .leave a { color: red; visibility : HIDDEN !important }",
            "would hide `a`",
        ),
        ("[data-state=paused] .message{opacity:.05}", "would hide `.message`"),
        ("b:is(.x, section .go){font-size:0}", "would hide `.go`"),
        (":where(.status){clip-path:inset(50%)}", "would hide `.status`"),
        (
            ".room{ & .status{ &:hover{ pointer-events:none } } }",
            "would make unusable `.status`",
        ),
        (
            "@media (min-width:1px){@supports (a:b){*{pointer-events:none}}}",
            "would make unusable `*`",
        ),
        (
            "[data-slot=\"ahead\"]{text-indent:-9999px}",
            "would hide `[data-slot=\"ahead\"]`",
        ),
        ("a{content:url(x.png)}", "would hide `a`"),
        (":root{color:transparent}", "would hide `:root`"),
        ("main{transform:scale( 0 )}", "would hide `main`"),
        ("main/* ; */{/*}*/display/**/:none}", "would hide `main`"),
        (".bottom{display:none}", "would hide `.bottom`"),
        (".card{visibility:hidden}", "would hide `.card`"),
        ("footer{opacity:1%}", "would hide `footer`"),
        (
            "body > .room .bottom{position:absolute;left:-9999px}",
            "would move away `.bottom`",
        ),
        ("#status{max-height:0;overflow:hidden}", "would hide `#status`"),
        ("[class~=leave]{clip-path:inset(100%)}", "would hide `[class~=leave]`"),
        ("[id|=\"stat\"]{scale:0}", "would hide `[id|=\"stat\"]`"),
        (":not(.own){display:none}", "would hide `*`"),
        (":is(h1, ::before){display:none}", "would hide `h1`"),
        (":-webkit-any(h1){display:none}", "would hide `h1`"),
        (".\\62 ottom{d\\69splay:n\\6f ne}", "would hide `.bottom`"),
        ("h1::first-line{font-size:0}", "would hide `h1`"),
        (".leave{display:var(--x)}", "would perhaps hide `.leave`"),
        (".own{z-index:11}", "`z-index` goes up to 10"),
        (".own::after{position:fixed;inset:0}", "`position: fixed` needs"),
        ("p{behavior:url(x.htc)}", "no script"),
        (".own{z-index:calc(9 * 99)}", "`z-index` goes up to 10"),
    ] {
        assert_one_problem(rule, wanted);
    }
}

#[test]
fn decoration_and_taste_are_free() {
    let free = "h1::before{content:\"\";opacity:0;pointer-events:none;z-index:10}\n\
        .powered-by,.own{display:none}\n.message:empty::after{display:none}\n.own:not(.status){display:none}\n\
        .status:has(.x) .own{visibility:hidden}\n@media print{.leave,a{display:none}}\n\
        @keyframes a{from{opacity:0}to{opacity:1}}\n.status{opacity:.9;clip-path:none;inline-size:0.5rem}\n\
        body::before{position:fixed;pointer-events:none;inset:0}\n:root{--x:none;--display:none}\n\
        .bottom{--own:{} display:none}\n\
        .skip{left:-9999px}\nheader,.top,.logo,.own p em,div.own:first-child{display:none}";
    assert_eq!(judged(free), Vec::<String>::new());
}

#[test]
fn variants_of_hiding_a_needed_thing_are_refused_too() {
    for (rule, wanted) in [
        (".bottom{clip-path: inset(100%)}", "would hide `.bottom`"),
        (".bottom{transform: scale(0)}", "would hide `.bottom`"),
        (".bottom{font-size:0}", "would hide `.bottom`"),
        (".bottom{color: transparent}", "would hide `.bottom`"),
        (".bottom{content-visibility:hidden}", "would hide `.bottom`"),
        (".bottom{height:0;overflow:hidden}", "would hide `.bottom`"),
        (
            ".bottom{position:fixed;pointer-events:auto;top:0}",
            "`position: fixed` needs",
        ),
        (".bottom{position:absolute;top:-100vh}", "would move away `.bottom`"),
        // Nesting.
        ("main{.bottom{display:none}}", "would hide `.bottom`"),
        (".bottom{@media (min-width:1px){display:none}}", "would hide `.bottom`"),
        ("footer{&.own{display:none}}", "would hide `footer`"),
        ("&{display:none}", "would hide `*`"),
        ("@layer own{.bottom{display:none}}", "would hide `.bottom`"),
        (
            "@layer a{@layer b{@supports (a:b){.bottom{display:none}}}}",
            "would hide `.bottom`",
        ),
        (
            "@container (width > 1px){.bottom{display:none}}",
            "would hide `.bottom`",
        ),
        ("@scope (.room){:scope{display:none}}", "would hide `*`"),
        // Custom properties whose values look like rules, and rules that look like their values.
        (
            "@media (min-width:1px){--own:{} .bottom{display:none}}",
            "would hide `.bottom`",
        ),
        ("--own:{} .bottom{display:none}", "would hide `.bottom`"),
        (
            "@media (min-width:1px){--own i:hover,.bottom{display:none}}",
            "would hide `.bottom`",
        ),
        (".own{--own:{a:b};.bottom{display:none}}", "would hide `.bottom`"),
        // At-rules that look like print and animation.
        ("@media not print{.bottom{display:none}}", "would hide `.bottom`"),
        (
            "@media print, (min-width:1px){.bottom{display:none}}",
            "would hide `.bottom`",
        ),
        ("@layer keyframes{.bottom{display:none}}", "would hide `.bottom`"),
        // Spelling.
        (".bottom{display:none!important}", "would hide `.bottom`"),
        (".bottom{display:none ! important}", "would hide `.bottom`"),
        (".bottom{display:none !/**/IMPORTANT}", "would hide `.bottom`"),
        ("FOOTER{DISPLAY:NONE}", "would hide `footer`"),
        ("FooTer{OPACITY:CALC(0)}", "would hide `footer`"),
        (".bot\\tom{display:none}", "would hide `.bottom`"),
        (".\\000062ottom{display:none}", "would hide `.bottom`"),
        (".bottom{\\44 ISPLAY:none}", "would hide `.bottom`"),
        (".bottom{display:n\\6fne}", "would hide `.bottom`"),
        // Brackets and comments that are none.
        ("div:not([x=\"[\"]) .bottom{display:none}", "would hide `.bottom`"),
        ("div:not(.a\\[) .bottom{display:none}", "would hide `.bottom`"),
        ("div:not([x=\"/*\"]) .bottom{display:none}", "would hide `.bottom`"),
        // Selectors that name a thing in another way.
        ("[data-page]{display:none}", "would hide `*`"),
        ("[lang][dir]{opacity:0}", "would hide `*`"),
        ("[tabindex=\"-1\"]{visibility:hidden}", "would hide `*`"),
        ("leptos-island{display:none}", "would hide `leptos-island`"),
        ("details{display:none}", "would hide `details`"),
        ("li:first-child{display:none}", "would hide `li`"),
        (".queue-id{display:none}", "would hide `.queue-id`"),
        (".hold{display:none}", "would hide `.hold`"),
        (".help{font-size:1px}", "would hide `.help`"),
        ("progress::-webkit-progress-value{opacity:0}", "would hide `progress`"),
        ("::-moz-progress-bar{opacity:0}", "would hide `*`"),
        ("details::details-content{display:none}", "would hide `details`"),
    ] {
        assert_one_problem(rule, wanted);
    }
    let both = judged(".bottom{position:fixed;top:-100vh}");
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both[1].contains("`top: -100vh` would move away `.bottom`"), "{both:?}");
}

#[test]
fn rules_that_only_look_like_hiding_are_allowed() {
    let free = "[hidden]{display:none}\n[data-own]{display:none}\n.own[data-page]{display:none}\n\
        @media only print and (orientation:landscape), print{.bottom{display:none}}\n\
        @-webkit-keyframes a{to{opacity:0}}\n.own{&{display:none}.inner{display:none}}\n\
        .own\\.bottom{display:none}\n.own[title=\"a .bottom\"]{display:none}\n\
        .bottom::after{content:\"/*\";display:none}\n.bottom{min-height:0;overflow:hidden;z-index:calc(2 * 5)}";
    assert_eq!(judged(free), Vec::<String>::new());
}
