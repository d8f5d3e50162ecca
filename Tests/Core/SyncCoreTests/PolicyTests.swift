import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("Conflict policies")
struct PolicyTests {
  /// A mother's phone and a father's tablet that show a child's habit, and the policy between them.
  struct Home {
    let world: World
    let phone: Device
    let tablet: Device
    let habit: Entity

    init(_ policy: ConflictPolicy) throws {
      world = World(policy: policy)
      phone = world.device(of: World.mother)
      tablet = world.device(of: World.father)
      habit = try tablet.creates("Reading", for: World.child)
      world.settle()
      world.passes(Span.hour)
    }

    /// The phone's operations reach the server after the tablet's.
    func phoneFirstTabletArrivesFirst(
      _ edit: (Device) throws -> Void, _ other: (Device) throws -> Void
    ) throws {
      try edit(phone)
      world.passes(Span.minute)
      try other(tablet)
      world.exchange(tablet)
      world.passes(Span.hour)
      world.settle()
    }

    var isOne: Bool { world.isSame(phone) && world.isSame(tablet) }
    func name() -> String? { tablet.name(of: habit) }
    func icon() -> UInt32? { world.habit(habit)?.icon.value }

    func rename(_ device: Device, _ name: String) throws {
      try device.does(.renameHabit(habit, of: World.child, to: world.names.habitName(name)))
    }

    func setIcon(_ device: Device, _ icon: UInt32) throws {
      try device.does(.setHabitField(.habitIconSet, of: habit, owner: World.child, to: icon))
    }
  }

  @Test(
    "decide which of two edits of one field wins",
    arguments: [
      (ConflictPolicy.fieldwise, "tablet"), (.arrivalWins, "phone"),
      (.clientTimestampWins, "tablet"), (.clientWinsPerField, "phone"),
    ])
  func sameField(policy: ConflictPolicy, winner: String) throws {
    let home = try Home(policy)
    try home.phoneFirstTabletArrivesFirst(
      { try home.rename($0, "phone") }, { try home.rename($0, "tablet") })
    #expect(home.name() == winner && home.isOne)
  }

  @Test(
    "decide whether edits of two fields both win",
    arguments: ConflictPolicy.allCases)
  func twoFields(policy: ConflictPolicy) throws {
    let home = try Home(policy)
    try home.phoneFirstTabletArrivesFirst(
      { try home.setIcon($0, 7) }, { try home.rename($0, "tablet") })
    #expect(home.icon() == 7)
    // A whole record restores the name that its author had on the screen.
    #expect(home.name() == (policy == .arrivalWins ? "Reading" : "tablet"))
    #expect(home.isOne && home.phone.rejections.isEmpty && home.tablet.rejections.isEmpty)
  }

  @Test(
    "decide whether a clock that is ahead wins forever",
    arguments: ConflictPolicy.allCases)
  func wrongClock(policy: ConflictPolicy) throws {
    let home = try Home(policy)
    home.phone.clockError = 20 * Span.hour
    try home.rename(home.phone, "phone")
    home.world.settle()
    home.world.passes(Span.hour)
    try home.rename(home.tablet, "tablet")
    home.world.settle()
    #expect(home.name() == (policy == .clientTimestampWins ? "phone" : "tablet") && home.isOne)
  }

  @Test(
    "decide what a device shows of its own writes while others have written later",
    arguments: ConflictPolicy.allCases)
  func overlay(policy: ConflictPolicy) throws {
    let home = try Home(policy)
    try home.rename(home.phone, "phone")
    try home.phone.completes(home.habit, of: World.child)
    home.world.passes(Span.minute)
    try home.rename(home.tablet, "tablet")
    try home.tablet.takesBack(home.habit, of: World.child)
    home.world.exchange(home.tablet)
    home.world.exchange(home.phone, pushMax: 0)
    let isByArrival = policy == .arrivalWins || policy == .clientWinsPerField
    #expect(home.phone.pending.count >= 2)
    #expect(home.phone.name(of: home.habit) == (isByArrival ? "phone" : "tablet"))
    #expect(home.phone.sees(home.habit) == isByArrival)
    let shown = home.phone.shownName(home.habit)
    #expect(shown == home.phone.name(of: home.habit))
    // The next local write wins over it.
    try home.rename(home.phone, "again")
    #expect(home.phone.name(of: home.habit) == "again")
    home.world.passes(Span.minute)
    home.world.settle()
    #expect(home.name() == "again" && home.isOne)
  }

  @Test("with client timestamps give the writes of one site different versions")
  func distinct() throws {
    let home = try Home(.clientTimestampWins)
    let stamps = try (0..<5).map { _ in
      try home.phone.drinks(tenthOunces: 1).fact.version.stamp
    }
    #expect(Set(stamps).count == 5)
    #expect(stamps.allSatisfy { $0 >> 16 == UInt64(home.world.now.milliseconds) })
    home.world.settle()
    #expect(home.isOne && home.world.feed.suffix(5).map(\.operation.fact.version.stamp) == stamps)
  }

  @Test(
    "let no clock outvote a phone's notes about its calendar", arguments: ConflictPolicy.allCases)
  func notes(policy: ConflictPolicy) {
    let now = Instant(milliseconds: 1_770_000_000_000)
    var clock = HybridClock()
    clock.receive(HybridClock.stamp(of: now + 20 * Span.day))
    let ahead = clock.latest
    func drafted(_ kind: FactKind) -> UInt64 {
      policy.drafted(kind, at: now, clock: clock, confirmed: ahead, pending: 0, sequence: 7)
    }
    #expect(drafted(.calendarFieldsExchanged) > ahead && drafted(.calendarRevisionSeen) > ahead)
    #expect((drafted(.occurrenceFieldSet) > ahead) == (policy != .clientTimestampWins))
  }

  @Test("with whole records write each as one transaction, and claim no intent for carried fields")
  func wholeRecord() throws {
    let home = try Home(.arrivalWins)
    try home.rename(home.phone, "New")
    let pending = (0..<home.phone.replica.store.pendingCount).map {
      home.phone.replica.store.pending($0)
    }
    #expect(
      pending.map(\.fact.kind) == [
        .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
        .habitStartSet, .habitArchivedSet,
      ])
    #expect(pending.map(\.followers) == [6, 5, 4, 3, 2, 1, 0])
    #expect(pending.map(\.fact.isCarried) == [false] + Array(repeating: true, count: 6))
    home.world.settle()
    #expect(home.name() == "New" && home.isOne && home.phone.rejections.isEmpty)
    // A field with its own key is a record of one field.
    try home.phone.completes(home.habit, of: World.child)
    #expect(home.phone.pending.count == 1)
  }
}

extension Device {
  /// The name in the whole state that rare decisions use.
  func shownName(_ habit: Entity) -> String? {
    let state = replica.shown
    guard let slot = state.pointee.slot(of: habit) else { return nil }
    return world.names.text(of: state.pointee.habitAt(slot).name.value.text)
  }
}
