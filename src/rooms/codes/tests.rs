use store::{LostReply, MemoryStore};

use super::*;

const NOW: WallMs = WallMs(1_000);

fn codes_in(store: AnyStore) -> Codes {
    Codes::new((store, Entropy::seeded(1)), &MasterKey::from_bytes([7; 32]), "shop")
}

fn codes() -> Codes {
    codes_in(store::open("memory:", || 0).unwrap())
}

fn id(codes: &Codes, text: &str) -> CodeId {
    codes.id(&text.parse().unwrap())
}

fn for_group(group: &str, uses_max: Option<u32>) -> NewCode {
    NewCode {
        group: group.to_owned(),
        batch: "first".to_owned(),
        uses_max,
        ends_at: None,
    }
}

fn visitor(number: u8) -> [u8; 16] {
    [number; 16]
}

async fn use_code(codes: &Codes, text: &str, by: u8) -> Result<(), CodeRefused> {
    codes.redeem(id(codes, text), visitor(by), NOW).await.unwrap()
}

#[tokio::test]
async fn of_two_who_bring_a_single_use_code_one_has_it_and_can_ask_again() {
    let codes = codes();
    let single = id(&codes, "Only Once");
    assert_eq!(codes.add(&[single], &for_group("vip", Some(1)), NOW).await.unwrap(), 1);
    let (one, other) = tokio::join!(use_code(&codes, " ONLY ONCE ", 1), use_code(&codes, "only once", 2));
    assert!(one.is_ok() != other.is_ok(), "{one:?} and {other:?}");
    let winner = if one.is_ok() { 1 } else { 2 };
    assert_eq!(use_code(&codes, "only once", winner).await, Ok(()), "the same visitor");
    assert_eq!(use_code(&codes, "only once", 3).await, Err(CodeRefused::Used));
    assert_eq!(codes.get(single).await.unwrap().unwrap().uses, 1);
}

#[tokio::test]
async fn a_use_whose_reply_is_lost_counts_once() {
    for lost in [LostReply::Made, LostReply::Late] {
        let memory = MemoryStore::new();
        let codes = codes_in(AnyStore::Memory(memory.clone()));
        let few = id(&codes, "few");
        codes.add(&[few], &for_group("vip", Some(3)), NOW).await.unwrap();
        memory.lose_reply(lost);
        assert_eq!(use_code(&codes, "few", 1).await, Ok(()), "{lost:?}");
        assert_eq!(codes.get(few).await.unwrap().unwrap().uses, 1, "{lost:?}");
    }
}

#[tokio::test]
async fn a_code_is_good_for_as_many_as_it_says_and_until_it_ends() {
    let codes = codes();
    let (few, all, short) = (id(&codes, "few"), id(&codes, "all"), id(&codes, "short"));
    codes.add(&[few], &for_group("vip", Some(2)), NOW).await.unwrap();
    codes.add(&[all], &for_group("vip", None), NOW).await.unwrap();
    let ends = NewCode {
        ends_at: Some(NOW),
        ..for_group("vip", None)
    };
    codes.add(&[short], &ends, NOW).await.unwrap();
    for by in 1..=2 {
        assert_eq!(use_code(&codes, "few", by).await, Ok(()));
    }
    assert_eq!(use_code(&codes, "few", 3).await, Err(CodeRefused::Used));
    for by in 1..=9 {
        assert_eq!(use_code(&codes, "all", by).await, Ok(()));
    }
    assert_eq!(codes.get(all).await.unwrap().unwrap().uses, 0, "not counted");
    assert_eq!(use_code(&codes, "short", 1).await, Err(CodeRefused::Unknown));
    assert_eq!(use_code(&codes, "none", 1).await, Err(CodeRefused::Unknown));
}

#[tokio::test]
async fn codes_are_listed_by_group_and_batch_and_deleted() {
    let codes = codes();
    let ids = |of: std::ops::Range<u32>| of.map(|n| id(&codes, &format!("code {n}"))).collect::<Vec<_>>();
    assert_eq!(codes.add(&ids(0..5), &for_group("vip", Some(1)), NOW).await.unwrap(), 5);
    assert_eq!(codes.add(&ids(3..7), &for_group("vip", Some(1)), NOW).await.unwrap(), 2);
    assert_eq!(codes.add(&ids(7..9), &for_group("press", None), NOW).await.unwrap(), 2);
    let taken = codes.add(&ids(0..1), &for_group("press", None), NOW).await;
    assert!(matches!(taken, Err(CodesError::Taken(group)) if group == "vip"));
    assert_eq!(
        (codes.listed("vip").await.unwrap(), codes.listed("press").await.unwrap()),
        (7, 2)
    );
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = codes.page(("vip", Some("first")), after, 3).await.unwrap();
        seen.extend(page.codes.iter().map(|(id, _)| *id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let mut wanted = ids(0..7);
    wanted.sort_unstable();
    assert_eq!(seen, wanted);
    assert!(
        codes
            .page(("vip", Some("second")), None, 3)
            .await
            .unwrap()
            .codes
            .is_empty()
    );
    assert_eq!(codes.delete(&ids(5..9), "vip").await.unwrap(), 2, "of this group only");
    assert_eq!(
        (codes.listed("vip").await.unwrap(), codes.listed("press").await.unwrap()),
        (5, 2)
    );
}

#[tokio::test]
async fn a_full_list_takes_nothing_more_and_still_gives_back() {
    let codes = codes();
    let (one, two) = (id(&codes, "one"), id(&codes, "two"));
    codes.add(&[one], &for_group("vip", None), NOW).await.unwrap();
    let full = ListedCodes {
        groups: [("vip".to_owned(), CODES_MAX)].into(),
        ..ListedCodes::default()
    };
    let (generation, ..) = codes.read(&[]).await.unwrap();
    codes
        .store
        .commit(&codes.pool, generation, Write::new(full.encode()))
        .await
        .unwrap();
    let refused = codes.add(&[two], &for_group("vip", None), NOW).await;
    assert!(matches!(refused, Err(CodesError::Full(CODES_MAX))), "{refused:?}");
    assert_eq!(use_code(&codes, "one", 1).await, Ok(()));
    assert_eq!(codes.delete(&[one], "vip").await.unwrap(), 1);
    assert_eq!(codes.add(&[two], &for_group("vip", None), NOW).await.unwrap(), 1);
}

#[test]
fn a_code_is_never_written_down() {
    let code: PriorityCode = " Fan Club 7 ".parse().unwrap();
    assert_eq!(
        (code.as_str(), format!("{code:?}").as_str()),
        ("fan club 7", "PriorityCode(redacted)")
    );
    for bad in ["", "  ", "a\nb", &"x".repeat(201)] {
        assert_eq!(bad.parse::<PriorityCode>(), Err(PriorityCodeError::NotText), "{bad:?}");
    }
}
