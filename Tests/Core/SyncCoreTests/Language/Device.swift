import Chronology
import DomainCore
import TestKit

@testable import SyncCore

/// An install in a member's hands: their actions, the visible state, and its requests to the
/// server.
final class Device {
  var replica: Replica<MemoryReplicaStorage>
  let member: MemberHandle
  unowned let world: World
  /// How far the device's clock is ahead of the server's.
  var clockError: Int64 = 0

  /// The time that the device shows.
  var time: Instant { world.now + clockError }
  /// The day that it shows.
  var today: LocalDay { time.utcDay }

  var site: UInt32 { replica.site }
  var scope: UInt32 { replica.scope }

  init(site: UInt32, scope: UInt32, member: MemberHandle, world: World) {
    replica = Replica(
      site: site, scope: scope, state: World.founded(), policy: world.policy)
    self.member = member
    self.world = world
  }

  // MARK: The owner's actions

  @discardableResult func does(
    _ command: Command, on day: LocalDay? = nil
  ) throws(RefusalError) -> Operation {
    try replica.commit(
      command, author: member, day: day ?? today, zone: .utc, now: time
    ).get()
  }

  /// Several commands as one transaction.
  @discardableResult func doesAll(
    _ commands: [Command], on day: LocalDay? = nil
  ) throws(RefusalError) -> Operation {
    try replica.commit(
      commands, author: member, day: day ?? today, zone: .utc, now: time
    ).get()
  }

  /// Creates a habit, for its owner by default, and returns its identity.
  func creates(_ name: String, for owner: MemberHandle? = nil) throws(RefusalError) -> Entity {
    try does(
      .createHabit(
        for: owner ?? member, name: world.names.habitName(name), category: .empty, icon: 0,
        rank: 0)
    ).fact.identity
  }

  @discardableResult func completes(
    _ habit: Entity, of owner: MemberHandle? = nil, on day: LocalDay? = nil
  ) throws(RefusalError) -> Operation {
    try marks(habit, of: owner, on: day, done: true)
  }

  @discardableResult func takesBack(
    _ habit: Entity, of owner: MemberHandle? = nil
  ) throws(RefusalError) -> Operation {
    try marks(habit, of: owner, on: nil, done: false)
  }

  private func marks(
    _ habit: Entity, of owner: MemberHandle?, on day: LocalDay?, done: Bool
  ) throws(RefusalError) -> Operation {
    try does(
      .setCompletion(
        of: habit, owner: owner ?? member, on: day ?? today, done: done))
  }

  @discardableResult func renames(
    _ habit: Entity, of owner: MemberHandle? = nil, to name: String
  ) throws(RefusalError) -> Operation {
    try does(.renameHabit(habit, of: owner ?? member, to: world.names.habitName(name)))
  }

  @discardableResult func deletes(
    _ habit: Entity, of owner: MemberHandle? = nil
  ) throws(RefusalError) -> Operation {
    try does(.deleteHabit(habit, of: owner ?? member))
  }

  @discardableResult func restores(
    _ habit: Entity, of owner: MemberHandle? = nil
  ) throws(RefusalError) -> Operation {
    try does(.restoreHabit(habit, of: owner ?? member))
  }

  @discardableResult func drinks(tenthOunces: UInt16) throws(RefusalError) -> Operation {
    try does(
      .logWater(
        for: member,
        WaterAmount(tenthOunces: tenthOunces, source: .glass, minuteOfDay: 600)))
  }

  @discardableResult func feels(_ mental: UInt8, _ physical: UInt8) throws(RefusalError)
    -> Operation
  {
    try does(.checkIn(for: member, WellnessScore(mental: mental, physical: physical)))
  }

  // MARK: What its owner sees

  func sees(_ habit: Entity, doneOn day: LocalDay? = nil) -> Bool {
    replica.isDone(habit, on: day ?? world.today)
  }

  func streak(_ habit: Entity) -> Int { replica.streak(of: habit, asOf: world.today) }

  /// The habit with its fields, as the screen that edits it shows it.
  func shown(_ habit: Entity) -> Habit? { replica.habitShown(habit) }

  func seesArchived(_ habit: Entity) -> Bool { replica.habit(habit)?.isArchived == true }

  func nameNumber(_ habit: Entity) -> Int? {
    replica.store.state.slot(of: habit).map { replica.store.state.habits.nameNumber($0) }
  }

  var feelsToday: WellnessScore? { replica.checkIn(of: member, on: world.today) }

  func favorite(_ slot: Int) -> Register<Payload> {
    replica.favorite(of: member, slot: slot)
  }

  func allows(_ child: MemberHandle) -> Bool { replica.member(child).mayLog.value }

  func seesAlive(_ habit: Entity) -> Bool { replica.habit(habit)?.life.isAlive == true }

  func name(of habit: Entity) -> String? {
    replica.habitShown(habit).map { world.names.text(of: $0.name.value.text) }
  }

  var waterToday: UInt32 { replica.nutrients(of: member, on: world.today).waterTenthOunces }

  var pending: [UInt32] { replica.pendingOperations.map(\.sequence) }

  var hasUnsent: Bool { replica.hasUnsent }

  /// The number of its last operation.
  var sequence: UInt32 { replica.store.sequence }

  /// Its operations that were rejected, oldest first.
  var rejected: [FeedRow] { replica.rejectedRows }

  /// Why its operations were rejected, oldest first.
  var rejections: [Refusal?] { replica.rejectionReasons }

  var position: Int { Int(replica.store.position) }

  var isUpToDate: Bool { position == world.server.rows(of: replica.scope).count }

  // MARK: Messages

  func asks(pushMax: Int = 100, pageMax: UInt32 = 100) -> Asked {
    replica.asked(pushMax: pushMax, pageMax: pageMax, now: time)
  }

  /// Its request when its owner signs in.
  func asksToSignIn() -> Asked {
    var request = Request()
    replica.fillSignIn(&request)
    return Asked(request)
  }

  @discardableResult func applies(_ response: ChangedResponse) -> ApplyResult {
    replica.apply(response.message())
  }
}
