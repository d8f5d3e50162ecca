import Chronology
import DomainCore
import SyncCore
import SystemLibrary

/// What the phones of a load have saved, asked and received, in the order in which it happened.
/// Everything in it can be done again, with other replicas.
final class FamilyHistory {
  /// What happened on a phone.
  enum Event {
    /// Commands were saved, together if there are several; their texts are the plan's. `time` is
    /// what the phone's clock showed.
    case saved([Command], day: LocalDay, time: Instant)
    /// A response came, with these bytes.
    case received([UInt8])
  }

  struct Entry {
    let device: Int
    /// The time of this machine.
    let time: Instant
    let event: Event
  }

  private(set) var entries: [Entry] = []

  func note(_ event: Event, on device: Int) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    entries.append(Entry(device: device, time: now, event: event))
  }
}

/// A row of a feed as it was sent, with the fields beside it.
struct SentRow {
  let row: FeedRow
  let fields: [UInt8]
}
