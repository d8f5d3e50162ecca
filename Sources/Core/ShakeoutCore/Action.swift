import Chronology
public import DomainCore
public import SyncCore

/// Something that a person can do, and its result: `.createHabit("Reading", for: max)` makes a
/// `HabitID`.
///
/// A value: it can be kept, and performed on several sessions.
public struct Action<Made> {
  /// Its commands: mostly one, otherwise all or nothing.
  let draft: (ActionContext) throws(Refusal) -> [Command]
  /// Its result, from the first of its facts.
  let made: (Entity) -> Made

  init(
    making made: @escaping (Entity) -> Made,
    _ draft: @escaping (ActionContext) throws(Refusal) -> Command
  ) {
    self.init(making: made, all: { (it: ActionContext) throws(Refusal) in [try draft(it)] })
  }

  init(
    making made: @escaping (Entity) -> Made,
    all draft: @escaping (ActionContext) throws(Refusal) -> [Command]
  ) {
    self.made = made
    self.draft = draft
  }
}

extension Action where Made == Void {
  init(_ draft: @escaping (ActionContext) throws(Refusal) -> Command) {
    self.init(making: { _ in }, draft)
  }
}

/// The input of an action: who acts, on which day, and what they see.
struct ActionContext {
  let author: MemberHandle
  let now: Instant
  let today: LocalDay
  let zone: Zone
  let texts: ScopeTexts
  let state: UnsafePointer<ScopeState>
  /// The fact that the first command becomes; later ones have the following numbers.
  var next: Entity

  /// The fact that a later command of the same action becomes.
  func next(_ offset: Int) -> Entity { Entity(raw: next.raw &+ UInt64(offset)) }

  func handle(of person: MemberID) throws(Refusal) -> MemberHandle {
    guard let handle = person.handle(in: state.pointee) else { throw .subjectUnknown }
    return handle
  }

  /// The time on the person's wall clock.
  var minuteOfDay: UInt16 { UInt16(zone.millisecondOfDay(at: now) / 60_000) }

  func text(_ text: String) -> TextHandle { texts.handle(of: text) }

  /// A category or a unit.
  func label(_ text: String) -> TextHandle { texts.label(of: text) }

  /// A number as an integer of the required width; throws if it does not fit.
  func integer<Number: FixedWidthInteger>(
    _ value: Double, times scale: Double, within range: ClosedRange<Number>, else refusal: Refusal
  ) throws(Refusal) -> Number {
    let scaled = (value * scale).rounded()
    guard let number = Number(exactly: scaled), range.contains(number) else { throw refusal }
    return number
  }

  func integer<Number: FixedWidthInteger>(
    _ value: Int, within range: ClosedRange<Number>, else refusal: Refusal
  ) throws(Refusal) -> Number {
    guard let number = Number(exactly: value), range.contains(number) else { throw refusal }
    return number
  }
}

extension Session where Storage: ~Copyable {
  /// Performs an action: it is saved before this returns the result, or refused as a whole.
  ///
  /// Throws only errors of the storage; for one in memory `perform` is the same with less code.
  public mutating func attempt<Made>(
    _ action: Action<Made>
  ) throws(Storage.Failure) -> Result<Made, Refusal> {
    if dayMet != today { try meetDay() }
    let now = clock()
    let day = zone.localDay(at: now)
    let commands: [Command]
    do throws(Refusal) {
      commands = try action.draft(drafting(at: now))
    } catch {
      return .failure(error)
    }
    guard (1...Transaction.commandsMax).contains(commands.count) else {
      return .failure(.valueNotPossible)
    }
    let kept =
      commands.count == 1
      ? try replica.commit(commands[0], author: author, day: day, zone: zone, now: now)
      : try replica.commit(commands, author: author, day: day, zone: zone, now: now)
    switch kept {
    case .success(let operation): return .success(action.made(operation.fact.identity))
    case .failure(let refused): return .failure(refused.refusal)
    }
  }

  private func drafting(at now: Instant) -> ActionContext {
    ActionContext(
      author: author, now: now, today: zone.localDay(at: now), zone: zone, texts: texts,
      state: shown, next: Entity(site: replica.site, sequence: replica.store.sequence &+ 1))
  }

  /// Several actions as one: all of them are saved and later become visible together, or none.
  public mutating func attemptAll(
    _ actions: [Action<Void>]
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    guard !actions.isEmpty else { return .success(()) }
    guard actions.count <= Transaction.commandsMax else { return .failure(.valueNotPossible) }
    if dayMet != today { try meetDay() }
    let now = clock()
    var draft = drafting(at: now)
    let first = draft.next
    var commands: [Command] = []
    do throws(Refusal) {
      for action in actions {
        draft.next = Entity(raw: first.raw &+ UInt64(commands.count))
        commands += try action.draft(draft)
      }
    } catch {
      return .failure(error)
    }
    return try commit(commands, at: now)
  }

  /// Saves all commands, or refuses all of them.
  mutating func commit(
    _ commands: [Command], at now: Instant
  ) throws(Storage.Failure) -> Result<Void, Refusal> {
    guard (1...Transaction.commandsMax).contains(commands.count) else {
      return .failure(.valueNotPossible)
    }
    let kept = try replica.commit(
      commands, author: author, day: zone.localDay(at: now), zone: zone, now: now)
    return kept.map { _ in () }.mapError(\.refusal)
  }
}

extension Session where Storage: ~Copyable, Storage.Failure == Never {
  /// Performs an action, or throws why it is refused.
  @discardableResult
  public mutating func perform<Made>(_ action: Action<Made>) throws(Refusal) -> Made {
    try attempt(action).get()
  }

  /// Performs several actions as one, or throws why they are refused.
  public mutating func performAll(_ actions: [Action<Void>]) throws(Refusal) {
    try attemptAll(actions).get()
  }
}
