//! Samples of the page that verifies a draw.

use draw::{
    AbortReason, Concern, DrawStatus, DrawnNumber, DrawnRun, DrawnSequence, HolderStatus, Name, Population, PublicKey,
    ReceiptHolder, StatedMs, Verified, VerifiedRun,
};

use super::samples::{NOWHERE, ROOM, ROOM_LONG};
use super::{Sample, Scene};
use crate::draws::InvalidPublication;
use crate::pages::{DrawPage, DrawState};
use crate::text::Language;
use crate::theme::Theme;

/// The result of verifying a draw.
#[derive(Debug, Clone)]
pub(super) struct DrawCheckSample {
    found: Result<Verified, InvalidPublication>,
    room_name: &'static str,
}

impl DrawCheckSample {
    fn of(status: DrawStatus, holder_status: Option<HolderStatus>, concerns: Vec<Concern>) -> Self {
        let number = "sample numbers lie within their bounds";
        let drawn = matches!(status, DrawStatus::CutOff | DrawStatus::Revealed);
        let run = DrawnRun::new(3).expect(number);
        let verified = VerifiedRun {
            run,
            status,
            population: drawn.then(|| Population::new(12_345).expect(number)),
            abort_reason: (status == DrawStatus::Aborted).then_some(AbortReason::StartMoved),
            key: None,
            beacon: None,
            concerns,
        };
        let holder = holder_status.map(|holder_status| ReceiptHolder {
            run,
            sequence: DrawnSequence::new(7).expect(number),
            status: holder_status,
        });
        let name = |text| Name::new(text).expect("a sample id is an id");
        Self {
            found: Ok(Verified {
                customer: name("demo"),
                room: name("sale"),
                public_key: KEY,
                runs: vec![verified],
                holder,
            }),
            room_name: ROOM,
        }
    }

    fn page(&self) -> DrawPage<'_> {
        let placed = self.found.as_ref().is_ok_and(|found| found.holder.is_some());
        DrawPage {
            room_id: "sale",
            room_name: self.room_name,
            found: self.found.as_ref(),
            public_key: KEY,
            document_url: NOWHERE,
            receipt_url: placed.then(|| NOWHERE.to_owned()),
            line_url: placed.then(|| NOWHERE.to_owned()),
            awaited: None,
        }
    }

    pub(super) fn render(&self, language: &Language, theme: &Theme) -> String {
        self.page().render(language, theme)
    }

    fn scene(self, case: &'static str) -> Scene {
        Scene {
            page: "draw",
            state: DrawState::of(self.found.as_ref()).name(),
            case,
            sample: Sample::Draw(self),
        }
    }
}

const KEY: PublicKey = PublicKey([0x5a; 32]);

pub(super) fn scenes() -> Vec<Scene> {
    let drawn = |number| Some(HolderStatus::Drawn(number));
    let number = |number| DrawnNumber::new(number).expect("a sample number is below the bound");
    let plain = || vec![Concern::WithoutBeacon];
    let all = vec![
        Concern::WithoutBeacon,
        Concern::UnknownChain {
            stated_ms: StatedMs::new(1).expect("a sample time is below the bound"),
        },
        Concern::CommittedLate,
        Concern::DrawnAgain(7),
    ];
    let broken = DrawCheckSample {
        found: Err(InvalidPublication(
            "run 3: the secret is not the one committed to".to_owned(),
        )),
        room_name: ROOM,
    };
    let worst = DrawCheckSample {
        room_name: ROOM_LONG,
        ..DrawCheckSample::of(DrawStatus::Revealed, drawn(number(12_344)), all)
    };
    vec![
        DrawCheckSample::of(DrawStatus::Revealed, drawn(number(1_233)), Vec::new()).scene(""),
        worst.scene("worst"),
        DrawCheckSample::of(
            DrawStatus::Revealed,
            Some(HolderStatus::AfterCutOff(number(23_456))),
            plain(),
        )
        .scene(""),
        DrawCheckSample::of(DrawStatus::CutOff, Some(HolderStatus::NotYet), plain()).scene(""),
        DrawCheckSample::of(DrawStatus::Aborted, Some(HolderStatus::Aborted), plain()).scene(""),
        DrawCheckSample::of(DrawStatus::Revealed, None, plain()).scene(""),
        broken.scene(""),
    ]
}
