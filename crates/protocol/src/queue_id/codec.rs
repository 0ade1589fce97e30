//! Sealing of places into queue ids, and opening of queue ids.

use std::fmt;

use aes::Aes128;
use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use subtle::ConstantTimeEq;

use super::place::RoomTag;
use super::{PlaceError, PlaceId, QueueId};
use crate::keys::KEY_LENGTH;
use crate::{CustomerId, MasterKey, RoomId, mac};

/// Length of a [`LogHash`], in bytes.
const LOG_HASH_LENGTH: usize = 8;

/// One room's keys for its queue ids. Deriving the keys and expanding the AES key takes a few
/// microseconds: keep the codec instead of rebuilding it for each request.
#[derive(Clone)]
pub struct QueueIdCodec {
    cipher: Aes128,
    tag: RoomTag,
    log_key: [u8; KEY_LENGTH],
}

impl QueueIdCodec {
    /// Derives cipher key, room tag and log key. Rooms of different customers get different keys
    /// even under the same room id.
    pub fn new(master: &MasterKey, customer: &CustomerId, room: &RoomId) -> Self {
        let derive = |label| master.derive(label, &[customer.as_str(), room.as_str()]);
        let (key, tag) = (derive("anteroom queue id key 1"), derive("anteroom queue id tag 1"));
        let (key, _) = key.split_first_chunk::<16>().expect("derived keys have 32 bytes");
        Self {
            cipher: Aes128::new(&(*key).into()),
            tag: RoomTag::new([tag[0], tag[1], tag[2]]),
            log_key: derive("anteroom queue id log hash 1"),
        }
    }

    /// Seals a place into its id. The same place always gets the same id.
    ///
    /// # Errors
    /// When a field does not fit into its bits.
    pub fn seal(&self, place: PlaceId) -> Result<QueueId, PlaceError> {
        let mut block = place.pack(self.tag)?.to_be_bytes().into();
        self.cipher.encrypt_block(&mut block);
        Ok(QueueId::from_bytes(block.into()))
    }

    /// Returns the place inside an id of this room; `None` for any other 16 bytes. The work done
    /// does not depend on how many bits of the id are right.
    pub fn open(&self, id: &QueueId) -> Option<PlaceId> {
        let mut block = (*id.as_bytes()).into();
        self.cipher.decrypt_block(&mut block);
        let block = u128::from_be_bytes(block.into());
        let place = PlaceId::unpack(block);
        bool::from(self.tag.mismatch(block).ct_eq(&0)).then_some(place)
    }

    /// Returns the hash that logs show instead of the id: equal for equal ids, and not invertible.
    pub fn log_hash(&self, id: &QueueId) -> LogHash {
        let mac = mac::hmac(&self.log_key, &[id.as_bytes()]);
        LogHash(*mac.first_chunk().expect("a MAC has 32 bytes"))
    }
}

impl fmt::Debug for QueueIdCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("QueueIdCodec(redacted)")
    }
}

/// A keyed hash of a queue id: the first 64 bits of an HMAC-SHA256, shown as 16 hex digits. Among a
/// million ids, two share a hash with a probability of 2^-25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LogHash([u8; LOG_HASH_LENGTH]);

impl fmt::Display for LogHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&mac::hex(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use units::{Holder, Run, Sequence};

    use super::*;
    use crate::queue_id::{HOLDER_END, LANE_END, SECONDS_END, SEQUENCE_END};

    fn codec(master: u8, customer: &str, room: &str) -> QueueIdCodec {
        QueueIdCodec::new(
            &MasterKey::from_bytes([master; 32]),
            &customer.parse().unwrap(),
            &room.parse().unwrap(),
        )
    }

    fn place() -> impl Strategy<Value = PlaceId> {
        (
            any::<u16>(),
            0..LANE_END,
            0..HOLDER_END,
            0..SEQUENCE_END,
            0..SECONDS_END,
        )
            .prop_map(|(run, lane, holder, sequence, seconds)| PlaceId {
                run: Run(run),
                lane,
                holder: Holder(holder),
                sequence: Sequence(sequence),
                seconds,
            })
    }

    proptest! {
        #[test]
        fn sealed_places_open_again(place in place()) {
            let codec = codec(1, "acme", "sale");
            prop_assert_eq!(codec.open(&codec.seal(place).unwrap()), Some(place));
        }

        #[test]
        fn ids_of_another_room_customer_or_master_do_not_open(place in place()) {
            let id = codec(1, "acme", "sale").seal(place).unwrap();
            for other in [codec(1, "acme", "sale2"), codec(1, "acme2", "sale"), codec(2, "acme", "sale")] {
                prop_assert_eq!(other.open(&id), None);
            }
        }

        #[test]
        fn random_blocks_do_not_open(bytes: [u8; 16]) {
            prop_assert_eq!(codec(1, "acme", "sale").open(&QueueId::from_bytes(bytes)), None);
        }

        #[test]
        fn an_id_with_one_bit_turned_does_not_open(place in place(), bit in 0..128_u32) {
            let codec = codec(1, "acme", "sale");
            let id = codec.seal(place).unwrap();
            let turned = u128::from_be_bytes(*id.as_bytes()) ^ 1 << bit;
            prop_assert_eq!(codec.open(&QueueId::from_bytes(turned.to_be_bytes())), None);
        }
    }

    #[test]
    fn log_hashes_are_stable_within_a_room_and_differ_between_rooms() {
        let (sale, other) = (codec(1, "acme", "sale"), codec(1, "acme", "other"));
        let id = QueueId::NIL;
        assert_eq!(sale.log_hash(&id), sale.clone().log_hash(&id));
        assert_ne!(sale.log_hash(&id), other.log_hash(&id));
        assert_eq!(sale.log_hash(&id).to_string().len(), 16);
    }

    /// The expected values come from an independent implementation of HKDF, AES and HMAC: ids must
    /// stay readable across releases.
    #[test]
    fn the_format_is_fixed() {
        let master = MasterKey::from_bytes(std::array::from_fn(|i| u8::try_from(i).unwrap()));
        let codec = QueueIdCodec::new(&master, &"acme".parse().unwrap(), &"sale".parse().unwrap());
        let place = PlaceId {
            run: Run(7),
            lane: 2,
            holder: Holder(1),
            sequence: Sequence(123_456_789),
            seconds: 86_400,
        };
        let id = codec.seal(place).unwrap();
        assert_eq!(id.to_string(), "28a65a42-65c9-662a-25b9-5a056eb97dde");
        assert_eq!(codec.log_hash(&id).to_string(), "9cda36b05a01d580");
    }
}
