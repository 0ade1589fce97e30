//! Sample values that several kinds of pages share.

/// A typical room's name.
pub(super) const ROOM: &str = "Summer sale";
/// The longest name that a room can be expected to have. It contains a word without break
/// opportunities, and characters that must not become markup.
pub(super) const ROOM_LONG: &str = "The Original Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft & Friends \
     <Anniversary> Open-Air Festival of 2026, Second Weekend, Standing Tickets and Camping, for Members of the Society and their Guests from Abroad, \
     including the Late Night Boat";
/// A typical message of an operator.
pub(super) const MESSAGE: &str = "The popular sizes are restocked at noon.";
/// A message as long as three paragraphs, with a URL without break opportunities.
pub(super) const MESSAGE_LONG: &str = "Doors open at 18:00. Because of the weather the entrances at the north side stay closed; please use the entrances \
     at the river, and allow for half an hour on foot from the station. Tickets are personal: bring the document with which you registered. What is \
     not sold here today goes on sale again on Friday at https://tickets.example/festival/2026/second-weekend/standing-tickets-and-camping-for-members. \
     هذه الرسالة مكتوبة بلغتين.";
/// The target of links on sample pages; the preview answers it with the note that the page is a
/// sample.
pub(super) const NOWHERE: &str = "/nowhere";
/// A queue id.
pub(super) const QUEUE_ID: &str = "0f9e6d1c-5b7a-4c7e-9a55-3d1f0c2b4a68";
/// The time of every sample.
pub(super) const NOW_UTC: &str = "2026-12-01T09:47:55Z";
/// The start of every sample room.
pub(super) const START_UTC: &str = "2026-12-01T10:00:00Z";
