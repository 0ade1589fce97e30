//! Where a visitor stands, as far as words need to know, and which figures they may name.

use app::view::{PageState, WaitReason};

/// Which figures a room shows. One that it does not show is in no text: a dash stands in its place,
/// and title and announcement do without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFigures {
    /// People ahead, and that there are none.
    pub ahead: bool,
    /// The estimate, and why it rose.
    pub wait: bool,
    /// The queue number.
    pub number: bool,
}

impl ShownFigures {
    /// All of them.
    pub const ALL: Self = Self {
        ahead: true,
        wait: true,
        number: true,
    };
}

/// Where a visitor stands, as far as words need to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisitorStatus<'a> {
    /// What kind of moment it is.
    pub state: PageState,
    /// Whether the turn is that of a place whose holder is at another device.
    pub is_elsewhere: bool,
    /// People ahead.
    pub ahead: u64,
    /// Lower end of the estimate, seconds.
    pub wait_low_seconds: Option<u64>,
    /// Upper end of the estimate, seconds. Both ends or none: half an estimate is shown as none.
    pub wait_high_seconds: Option<u64>,
    /// Set while the wait stands above what was told before.
    pub reason: Option<WaitReason>,
    /// The queue number, 1-based, once there is one.
    pub number: Option<u64>,
    /// Seconds until the room starts, before it does: 0 from the scheduled start until numbers are
    /// drawn; none where no start is set.
    pub seconds_to_start: Option<u64>,
    /// The room's name as its operator wrote it.
    pub room: &'a str,
    /// What the room shows of these.
    pub shown: ShownFigures,
}

impl VisitorStatus<'_> {
    /// Whether the holder, at another device, waits no more.
    pub(super) fn is_through(&self) -> bool {
        self.is_elsewhere && self.wait_high_seconds.is_none()
    }

    /// The reason as a page gives it: of a wait alone. At one's turn, on the way and while nobody
    /// moves there is none that could have risen.
    #[must_use]
    pub fn shown_reason(&self) -> Option<WaitReason> {
        let waits = self.state == PageState::InLine && self.shown.wait;
        self.reason.filter(|_| waits)
    }
}
