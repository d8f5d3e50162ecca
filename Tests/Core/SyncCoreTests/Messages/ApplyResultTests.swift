import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("An invalid response changes nothing:")
struct ApplyResultTests {
  let world = World()
  let phone: Device
  let tablet: Device

  /// A phone with one operation in the log and a pending one, and others' rows to receive.
  init() throws {
    phone = world.device(of: World.mother)
    tablet = world.device(of: World.father)
    try phone.drinks(tenthOunces: 1)
    world.exchange(phone)
    for _ in 0..<3 { try tablet.drinks(tenthOunces: 10) }
    world.exchange(tablet)
    try phone.drinks(tenthOunces: 2)
  }

  /// The server's response to the phone, after a change.
  func respond(_ change: (inout ChangedResponse) -> Void = { _ in }) -> ChangedResponse {
    var response = world.serve(phone.asks())
    change(&response)
    return response
  }

  /// The phone ignores responses for that reason, as a whole, and applies the right one afterwards.
  func ignores(
    _ changed: ChangedResponse..., for reason: ApplyResult.IgnoredReason,
    at location: SourceLocation = #_sourceLocation
  ) {
    let (position, epoch, pending) = (phone.position, phone.replica.store.epoch, phone.pending)
    let digest = phone.replica.store.state.digest
    for response in changed {
      #expect(phone.applies(response) == .ignored(reason), sourceLocation: location)
      #expect(phone.position == position && phone.replica.store.epoch == epoch)
      #expect(phone.pending == pending && phone.replica.store.state.digest == digest)
      #expect(phone.replica.revocation == nil)
    }
    world.exchange(phone)
    #expect(world.isSame(phone) && phone.pending.isEmpty, sourceLocation: location)
  }

  @Test("it is for another site, or for another scope")
  func elsewhere() {
    ignores(
      respond { $0.header.site = tablet.site }, respond { $0.header.scope += 1 }, for: .otherSite)
  }

  @Test("it announces rows that it lacks, or carries more than it announces")
  func truncated() {
    ignores(
      respond { $0.rows.removeLast() }, respond { $0.rows.removeAll() },
      respond { $0.rows.append($0.rows[0]) }, respond { $0.header.to = .max }, for: .truncated)
  }

  @Test("its page ends before it begins, or beyond the end of the feed")
  func backwards() {
    ignores(
      respond { ($0.header.from, $0.header.to) = ($0.header.to, $0.header.from) },
      respond { $0.header.end -= 1 }, for: .truncated)
  }

  @Test("its rows begin beyond the end of the copy")
  func gap() {
    ignores(
      respond {
        $0.header.from += 1
        $0.rows.removeFirst()
      }, for: .gap)
  }

  @Test("its epoch goes back, or differs", arguments: ResponseKind.allCases)
  func epochs(kind: ResponseKind) throws {
    world.removes(World.mother)
    world.exchange(phone)
    world.takesBack(World.mother)
    world.exchange(phone)
    try #require(phone.replica.store.epoch == 3)
    let late = respond {
      $0.header.kind = kind
      $0.header.epoch = 2
      $0.header.reason = Refusal.memberRemoved.rawValue
    }
    switch kind {
    case .page, .purge, .snapshot: ignores(late, for: .otherEpoch)
    case .siteUnknown: ignores(late, for: .siteUnknown)
    case .needsSignIn, .signedIn, .signInRefused:
      // The sign-in state concerns the install, whatever feed it has.
      #expect(phone.applies(late).ignored == nil && phone.replica.store.epoch == 3)
    }
  }

  @Test("it decides operations that were never submitted")
  func neverMade() {
    ignores(
      respond { $0.header.sequenceDecided = 3 }, respond { $0.header.sequenceDecided = .max },
      for: .outOfOrder)
    #expect(phone.replica.sequenceDecided == 2)
  }

  @Test("it confirms operations that are not pending, or not the next", arguments: [0, 1, 3, .max])
  func outOfOrder(sequence: UInt32) throws {
    try phone.drinks(tenthOunces: 3)
    let changed = respond { response in
      let own = response.rows.firstIndex { $0.operation.site == phone.site }!
      response.rows[own].operation.fact.sequence = sequence
    }
    ignores(changed, for: .outOfOrder)
  }

  @Test("it confirms an operation twice")
  func confirmedTwice() {
    ignores(
      respond {
        $0.rows.append($0.rows.last!)
        $0.header.to += 1
        $0.header.end += 1
      }, for: .outOfOrder)
  }

  @Test("it is an earlier one, or repeats")
  func stale() {
    let early = respond()
    #expect(phone.applies(early) == .page(rows: 4, hasMore: false))
    ignores(early, for: .stale)
  }

  @Test("it is an earlier one, but shows that there is more than a faster one has brought")
  func overtaken() {
    let first = respond {
      $0.rows.removeLast(2)
      $0.header.to -= 2
    }
    #expect(phone.applies(first) == .page(rows: 2, hasMore: true))
    #expect(phone.applies(first).hasMore)
    ignores(first, for: .overtaken)
    // It no longer shows that once the phone has the rest.
    #expect(phone.applies(first) == .ignored(.stale))
  }

  @Test("it is an earlier one, and a faster one has shown that there is more, which counts once")
  func overtakenOnce() {
    func cut(_ rows: Int, end: UInt32) -> ChangedResponse {
      respond {
        $0.rows.removeLast(4 - rows)
        $0.header.to -= UInt32(4 - rows)
        $0.header.end -= 4 - end
      }
    }
    // The feed had one row when the slow one was cut.
    let slow = cut(1, end: 1)
    #expect(phone.applies(cut(2, end: 4)) == .page(rows: 2, hasMore: true))
    #expect(phone.applies(slow) == .ignored(.overtaken))
    #expect(phone.applies(slow) == .ignored(.stale))
    // A response with a smaller feed end does not end it either.
    #expect(phone.applies(cut(2, end: 4)) == .ignored(.overtaken))
    #expect(phone.applies(cut(3, end: 4)) == .page(rows: 1, hasMore: true))
    #expect(phone.applies(respond()) == .page(rows: 1, hasMore: false))
    #expect(phone.applies(slow) == .ignored(.stale))
  }

  @Test("it is a purge without a reason")
  func purgeWithoutReason() {
    func purge(_ reason: UInt8) -> ChangedResponse {
      respond {
        $0.header.kind = .purge
        $0.header.epoch += 1
        $0.header.reason = reason
        $0.rows = []
      }
    }
    ignores(purge(0), purge(.max), for: .malformed)
  }

  @Test("its clock is at the end of time, so that no later stamp is possible")
  func clockAtTheEnd() {
    ignores(
      respond { $0.rows[0].operation.fact.version.stamp = .max },
      respond { $0.rows[0].operation.fact.version.stamp = 1 << 63 }, for: .malformed)
  }

  @Test("and one of its rows is skipped, if it names no member or an impossible day")
  func impossibleRows() {
    let changes: [(inout FeedRow) -> Void] = [
      { $0.operation.fact.author = MemberHandle(4) },
      { $0.operation.fact.subject = .newcomer },
      { $0.operation.fact.day = LocalDay(number: .max) },
      { $0.operation.fact.day = World.firstDay.adding(days: -1) },
    ]
    for change in changes {
      let tablet = world.device(of: World.father)
      var response = world.serve(tablet.asks())
      change(&response.rows[1])
      #expect(tablet.applies(response).rowsApplied == response.rows.count)
      // The other rows of ten count; the phone's own has one.
      #expect(tablet.waterToday == 20)
    }
  }

  // MARK: Snapshots

  /// The phone must restart.
  func snapshot(_ change: (inout ChangedResponse) -> Void = { _ in }) throws -> ChangedResponse {
    world.server.erase(World.child, from: world.family, now: world.now)
    let response = respond()
    try #require(response.kind == .snapshot)
    var changed = response
    change(&changed)
    return changed
  }

  @Test("a snapshot lacks rows, or its first ones")
  func snapshotTruncated() throws {
    let whole = try snapshot()
    var cut = whole
    cut.rows.removeLast()
    #expect(phone.applies(cut) == .ignored(.truncated))
    cut.header.to -= 1
    #expect(phone.applies(cut) == .ignored(.truncated))
    cut = whole
    cut.rows.removeFirst()
    cut.header.from = 1
    ignores(cut, for: .truncated)
  }

  @Test("a snapshot skips pending operations, or has this site's operations in another order")
  func snapshotOutOfOrder() throws {
    let whole = try snapshot()
    let own = whole.rows.indices.filter { whole.rows[$0].operation.site == phone.site }
    try #require(own.count == 2)
    var changed = whole
    changed.rows.swapAt(own[0], own[1])
    #expect(phone.applies(changed) == .ignored(.outOfOrder))
    changed = whole
    changed.rows[own[1]].operation.fact.sequence = 3
    #expect(phone.applies(changed) == .ignored(.outOfOrder))
    changed = whole
    changed.header.sequenceDecided = 3
    ignores(changed, for: .outOfOrder)
  }

  @Test("a snapshot has an impossible genesis")
  func impossibleFoundation() throws {
    let whole = try snapshot()
    let changes: [(inout ChangedResponse) -> Void] = [
      { $0.founders = Array(repeating: $0.founders[0], count: 70_000) },
      { $0.dayCapacity = .max },
      { $0.firstDay = LocalDay(number: .max) },
      { $0.firstDay = LocalDay(number: .min) },
    ]
    for change in changes {
      var changed = whole
      change(&changed)
      #expect(phone.applies(changed) == .ignored(.malformed))
    }
    #expect(phone.applies(whole) == .snapshot(rows: 5) && world.isSame(phone))
    ignores(whole, for: .stale)
  }

  // MARK: The server's side

  @Test("and the response to an unknown site reports that")
  func siteUnknown() {
    for site in [2, 1_000, .max] as [UInt32] {
      var request = phone.asks()
      request.header.site = site
      let before = world.feed.count
      let response = world.serve(request)
      #expect(response.kind == .siteUnknown && response.rows.isEmpty && world.feed.count == before)
      #expect(phone.applies(response) == .ignored(.otherSite))
    }
    ignores(respond { $0.header.kind = .siteUnknown }, for: .siteUnknown)
  }

  @Test("and an operation with the last of all numbers is never accepted")
  func lastNumber() throws {
    var request = phone.asks()
    request.operations[0].fact.sequence = .max
    world.server.sites[Int(phone.site)].sequenceDecided = UInt32.max - 1
    #expect(world.serve(request).header.sequenceDecided == UInt32.max - 1)
  }
}
