//! The place that a queue id contains, and its packing into 128 bits.

use units::{Holder, Run, Sequence};

/// One above the highest lane.
pub const LANE_END: u8 = 1 << 4;
/// One above the highest holder.
pub const HOLDER_END: u8 = 1 << 4;
/// One above the highest sequence.
pub const SEQUENCE_END: u64 = 1 << 36;
/// One above the latest second of a run.
pub const SECONDS_END: u32 = 1 << 28;
/// Maximum lead of another node's clock over this node's, in seconds.
pub const CLOCK_TOLERANCE_SECONDS: u32 = 60;

/// The bits with the same value in all ids of a room: the tag at the top and the zeros at the
/// bottom.
const FIXED_BITS: u128 = 0xFF_FFFF << 104 | 0xFFFF;

/// Why a place cannot be packed: a field does not fit into its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// Lane at or above [`LANE_END`].
    #[error("lane {0} does not fit into 4 bits")]
    Lane(u8),
    /// Holder at or above [`HOLDER_END`].
    #[error("holder {0} does not fit into 4 bits")]
    Holder(u8),
    /// Sequence at or above [`SEQUENCE_END`].
    #[error("sequence {0} does not fit into 36 bits")]
    Sequence(u64),
    /// Seconds at or above [`SECONDS_END`].
    #[error("second {0} of the run does not fit into 28 bits")]
    Seconds(u32),
}

/// A visitor's place within a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlaceId {
    /// The run of the room, counted from its first.
    pub run: Run,
    /// Priority group, below [`LANE_END`].
    pub lane: u8,
    /// The device that holds a transferred place, below [`HOLDER_END`].
    pub holder: Holder,
    /// Order of arrival within the run, below [`SEQUENCE_END`].
    pub sequence: Sequence,
    /// Time at which the place was given, in seconds since the run began, below [`SECONDS_END`].
    pub seconds: u32,
}

impl PlaceId {
    /// Whether the place can have been given by `now_seconds` of the run, when other nodes' clocks
    /// are up to `tolerance_seconds` ahead (normally [`CLOCK_TOLERANCE_SECONDS`]). The caller
    /// compares the run.
    pub fn issued_by(&self, now_seconds: u32, tolerance_seconds: u32) -> bool {
        self.seconds <= now_seconds.saturating_add(tolerance_seconds)
    }

    /// Packs the place into a plaintext block with this tag.
    pub(super) fn pack(&self, tag: RoomTag) -> Result<u128, PlaceError> {
        if self.lane >= LANE_END {
            return Err(PlaceError::Lane(self.lane));
        }
        if self.holder.0 >= HOLDER_END {
            return Err(PlaceError::Holder(self.holder.0));
        }
        if self.sequence.0 >= SEQUENCE_END {
            return Err(PlaceError::Sequence(self.sequence.0));
        }
        if self.seconds >= SECONDS_END {
            return Err(PlaceError::Seconds(self.seconds));
        }
        Ok(tag.0
            | u128::from(self.run.0) << 88
            | u128::from(self.lane) << 84
            | u128::from(self.holder.0) << 80
            | u128::from(self.sequence.0) << 44
            | u128::from(self.seconds) << 16)
    }

    /// Extracts the fields of a plaintext block, regardless of its tag and zeros.
    pub(super) fn unpack(block: u128) -> Self {
        let field = |shift: u32, bits: u32| {
            u64::try_from((block >> shift) & ((1 << bits) - 1)).expect("no field has more than 36 bits")
        };
        Self {
            run: Run(u16::try_from(field(88, 16)).expect("16 bits")),
            lane: u8::try_from(field(84, 4)).expect("4 bits"),
            holder: Holder(u8::try_from(field(80, 4)).expect("4 bits")),
            sequence: Sequence(field(44, 36)),
            seconds: u32::try_from(field(16, 28)).expect("28 bits"),
        }
    }
}

/// The 24 bits that mark a room's ids, at their position at the top of the block.
#[derive(Clone, Copy)]
pub(super) struct RoomTag(u128);

impl RoomTag {
    pub(super) fn new([a, b, c]: [u8; 3]) -> Self {
        Self(u128::from(u32::from_be_bytes([0, a, b, c])) << 104)
    }

    /// Returns the fixed bits that differ: 0 when the block belongs to this room.
    pub(super) fn mismatch(self, block: u128) -> u128 {
        (block ^ self.0) & FIXED_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: PlaceId = PlaceId {
        run: Run(1),
        lane: 2,
        holder: Holder(3),
        sequence: Sequence(4),
        seconds: 100,
    };

    #[test]
    fn a_place_is_believed_up_to_the_tolerance_and_no_further() {
        assert!(PLACE.issued_by(100, 0));
        assert!(PLACE.issued_by(40, CLOCK_TOLERANCE_SECONDS));
        assert!(!PLACE.issued_by(39, CLOCK_TOLERANCE_SECONDS));
        assert!(PLACE.issued_by(u32::MAX, CLOCK_TOLERANCE_SECONDS));
    }

    #[test]
    fn fields_at_their_bound_are_refused_and_below_it_fit() {
        let tag = RoomTag::new([0; 3]);
        assert_eq!(
            PlaceId {
                lane: LANE_END,
                ..PLACE
            }
            .pack(tag),
            Err(PlaceError::Lane(16))
        );
        assert_eq!(
            PlaceId {
                holder: Holder(HOLDER_END),
                ..PLACE
            }
            .pack(tag),
            Err(PlaceError::Holder(16))
        );
        assert_eq!(
            PlaceId {
                sequence: Sequence(SEQUENCE_END),
                ..PLACE
            }
            .pack(tag),
            Err(PlaceError::Sequence(1 << 36))
        );
        assert_eq!(
            PlaceId {
                seconds: SECONDS_END,
                ..PLACE
            }
            .pack(tag),
            Err(PlaceError::Seconds(1 << 28))
        );
        let most = PlaceId {
            run: Run(u16::MAX),
            lane: 15,
            holder: Holder(15),
            sequence: Sequence(SEQUENCE_END - 1),
            seconds: SECONDS_END - 1,
        };
        assert_eq!(most.pack(tag), Ok(!FIXED_BITS));
    }

    #[test]
    fn the_block_is_laid_out_as_documented() {
        let place = PlaceId {
            run: Run(0x1234),
            lane: 0x5,
            holder: Holder(0x6),
            sequence: Sequence(0x7_89ab_cdef),
            seconds: 0x0fed_cba9,
        };
        let digits = format!("{:032x}", place.pack(RoomTag::new([0xaa, 0xbb, 0xcc])).unwrap());
        assert_eq!(
            digits,
            ["aabbcc", "1234", "5", "6", "789abcdef", "fedcba9", "0000"].concat()
        );
    }
}
