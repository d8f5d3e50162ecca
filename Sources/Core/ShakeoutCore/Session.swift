public import Chronology
import DomainCore
public import SyncCore

/// One person's access to a family, on one install of an app.
///
/// It knows who acts, their zone and their clock, so callers pass no day: a tap counts for the
/// local day of its own instant. Actions go through `perform`, which either saves them or throws
/// why not; queries take identities. There is no other way to change anything, and no input crashes
/// the process.
///
/// A session shows its own actions at once, connected or not; `exchange` makes them visible to
/// others.
public struct Session<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  /// The person's current zone; an app changes it when they travel.
  public var zone: Zone

  let clock: () -> Instant
  let texts: Texts
  let author: MemberHandle
  var replica: Replica<Storage>
  /// The time of the last response by the person's clock; nil before the first exchange.
  var lastServerContact: Instant?
  /// TRN-8: the last day whose sessions were generated here.
  var dayMet: LocalDay?

  init(
    _ replica: consuming Replica<Storage>, author: MemberHandle, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) {
    self.replica = replica
    self.author = author
    self.texts = texts
    self.zone = zone
    self.clock = plausible(clock)
  }

  /// The session of a stored replica: how an app starts again.
  ///
  /// `texts` is the table with which the storage's facts were written.
  public init(
    opening storage: consuming Storage, of person: MemberID, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    let replica = try Replica.open(storage)
    let author = person.handle(in: replica.shown.pointee) ?? .newcomer
    self.init(replica, author: author, texts: texts, zone: zone, clock: clock)
  }

  /// The instant that the person's clock shows, at most four thousand years from 1970.
  public var now: Instant { clock() }

  /// The person's local day.
  public var today: LocalDay { zone.localDay(at: clock()) }

  /// The member of this session.
  public var person: MemberID { MemberID(author, in: shown.pointee) }

  /// The whole visible state. Valid until the session changes.
  var shown: UnsafePointer<ScopeState> { replica.shown }

  /// FAM-2: the state and a member's handle, if this person may read that topic of them.
  func reading(
    _ topic: ReadingTopic, of person: MemberID
  ) -> (state: UnsafePointer<ScopeState>, person: MemberHandle)? {
    let state = shown
    guard Int(author.index) < state.pointee.memberCount,
      let subject = person.handle(in: state.pointee),
      state.pointee.shared.mayRead(topic, of: subject, reader: author, on: today)
    else { return nil }
    return (state, subject)
  }
}

/// The texts of a family, which its facts refer to by number.
///
/// Facts are small and contain no letters. An app keeps this table beside its storage, and all
/// sessions that exchange with each other share one.
public final class Texts {
  var table: NameTable

  /// An empty table, or the one that an app has saved from `all`.
  public init(_ texts: [String] = []) {
    table = NameTable()
    for text in texts { table.restore(text) }
  }

  /// Every text once, in order of registration; their places never change.
  public var all: [String] { (0..<table.count).map { table.text(of: TextHandle(UInt32($0))) } }

  func text(of handle: TextHandle) -> String { table.holds(handle) ? table.text(of: handle) : "" }
}
