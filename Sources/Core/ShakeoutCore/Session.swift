public import Chronology
import DomainCore
public import SyncCore

/// One person's way into a family, on one install of an app.
///
/// It knows who acts, where they are and what their clock shows, so nobody hands it a day: a tap
/// counts for the local day of its own instant. What is done goes through `perform`, which either
/// keeps it or says why not; what is shown is asked by identity. There is no other way to change
/// anything, and nothing that it is given stops the process.
///
/// A session shows at once what was done on it, connected or not; `exchange` makes others see it.
public struct Session<Storage: ReplicaStorage & ~Copyable>: ~Copyable {
  /// Where the person is; an app changes it when they travel.
  public var zone: Zone

  let clock: () -> Instant
  let texts: Texts
  let author: MemberHandle
  var replica: Replica<Storage>
  /// When it last heard of others, by the person's clock; nil before its first exchange.
  var lastServerContact: Instant?

  init(
    _ replica: consuming Replica<Storage>, author: MemberHandle, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) {
    self.replica = replica
    self.author = author
    self.texts = texts
    self.zone = zone
    self.clock = clock
  }

  /// What a storage holds, for whoever it belongs to: how an app begins when it is started again.
  ///
  /// `texts` is what the storage's facts were written with.
  public init(
    opening storage: consuming Storage, of person: MemberID, texts: Texts, zone: Zone,
    clock: @escaping () -> Instant
  ) throws(Storage.Failure) {
    let replica = try Replica.open(storage)
    let author = person.handle(in: replica.shown.pointee) ?? .newcomer
    self.init(replica, author: author, texts: texts, zone: zone, clock: clock)
  }

  /// The instant that the person's clock shows.
  public var now: Instant { clock() }

  /// The person's local day.
  public var today: LocalDay { zone.localDay(at: clock()) }

  /// Whose session it is.
  public var person: MemberID { MemberID(author, in: shown.pointee) }

  /// Everything as the person's screen has it. Valid until the session changes.
  var shown: UnsafePointer<ScopeState> { replica.shown }

  /// FAM-2: the state, and whom something is asked of, if this person may read that of them.
  func reading(
    _ topic: ReadingTopic, of person: MemberID
  ) -> (state: UnsafePointer<ScopeState>, person: MemberHandle)? {
    let state = shown
    guard Int(author.index) < state.pointee.memberCount,
      let subject = person.handle(in: state.pointee),
      state.pointee.mayRead(topic, of: subject, reader: author, on: today)
    else { return nil }
    return (state, subject)
  }
}

/// The texts of a family: what its facts call by number.
///
/// Facts are small and hold no letters. An app keeps this table beside its storage, and all
/// sessions that exchange with each other share one.
public final class Texts {
  var table: NameTable

  /// No texts yet, or those that an app has kept: what `all` was.
  public init(_ texts: [String] = []) {
    table = NameTable()
    for text in texts { _ = table.handle(of: text) }
  }

  /// Every text once, in the order in which they came; their places never change.
  public var all: [String] { (0..<table.count).map { table.text(of: TextHandle(UInt32($0))) } }

  func text(of handle: TextHandle) -> String { table.holds(handle) ? table.text(of: handle) : "" }
}
