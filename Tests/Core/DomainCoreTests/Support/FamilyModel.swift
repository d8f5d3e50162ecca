/// A reference model of the rules, with lists and dictionaries and day by day.
///
/// It shares no code with the module that it is compared with: it keeps every accepted write and
/// computes each answer from all of them.
struct FamilyModel {
  typealias HabitKey = ModelEvent.HabitKey
  typealias Moment = ModelEvent.Moment

  enum Response: Equatable {
    case refused(String)
    case changed
    case superseded
  }

  struct Habit {
    var key: HabitKey
    var owner: Int
    var names: [(at: Moment, name: String)]
    var ranks: [(at: Moment, rank: Int)]
    var starts: [(at: Moment, day: Int)]
    var archivings: [(at: Moment, archived: Bool)]
    /// Accepted deletes and restores, as they took effect.
    var lives: [(at: Moment, deletes: Bool)] = []
    var completions: [Int: [(at: Moment, done: Bool)]] = [:]

    var isAlive: Bool { !(lives.last?.deletes ?? false) }
    var name: (at: Moment, name: String) { names.max { $0.at < $1.at }! }
    var rank: Int { ranks.max { $0.at < $1.at }!.rank }
    var start: Int { starts.max { $0.at < $1.at }!.day }
    var isArchived: Bool { archivings.max { $0.at < $1.at }!.archived }

    var doneDays: Set<Int> {
      Set(completions.filter { $0.value.max { $0.at < $1.at }!.done }.keys)
    }
  }

  /// Parent, child, observer, parent.
  static let isParent = [true, false, false, true]
  static let isChild = [false, true, false, false]
  static let daysMax = 3_660

  var habits: [HabitKey: Habit] = [:]
  var allowances: [Int: [(at: Moment, allowed: Bool)]] = [:]
  var meals: [(subject: Int, day: Int, kind: Int?, items: [(food: Int, quarters: Int)])] = []
  var drinks: [(subject: Int, day: Int, tenthOunces: Int)] = []
  var checkIns: [(subject: Int, day: Int, at: Moment, mental: Int, physical: Int)] = []
  var favorites: [(subject: Int, slot: Int, at: Moment, food: Int, quarters: Int)] = []
  var actions: [(author: Int, day: Int)] = []
}

// MARK: Events

extension FamilyModel {
  /// Decides and applies an event like a server whose day is `serverDay`.
  mutating func receive(_ event: ModelEvent, serverDay: Int) -> Response {
    if let reason = refusal(of: event, serverDay: serverDay) { return .refused(reason) }
    let at = event.moment
    switch event.what {
    case .allow(let child, let allowed):
      let isLatest = allowances[child, default: []].allSatisfy { $0.at < at }
      allowances[child, default: []].append((at, allowed))
      return isLatest ? .changed : .superseded
    case .create(let name, let rank):
      habits[event.key] = Habit(
        key: event.key, owner: event.subject, names: [(at, name)], ranks: [(at, rank)],
        starts: [(at, event.day)], archivings: [(at, false)])
      return .changed
    case .rename(let key, let name):
      defer { habits[key]!.names.append((at, name)) }
      return habits[key]!.names.allSatisfy { $0.at < at } ? .changed : .superseded
    case .rank(let key, let rank):
      defer { habits[key]!.ranks.append((at, rank)) }
      return habits[key]!.ranks.allSatisfy { $0.at < at } ? .changed : .superseded
    case .start(let key, let day):
      defer { habits[key]!.starts.append((at, day)) }
      return habits[key]!.starts.allSatisfy { $0.at < at } ? .changed : .superseded
    case .archive(let key, let archived):
      defer { habits[key]!.archivings.append((at, archived)) }
      return habits[key]!.archivings.allSatisfy { $0.at < at } ? .changed : .superseded
    case .delete(let key): return end(key, at: at, deletes: true)
    case .restore(let key): return end(key, at: at, deletes: false)
    default: return log(event)
    }
  }

  /// A delete or a restore takes effect when it changes the lifecycle and is the latest so far.
  private mutating func end(_ key: HabitKey, at: Moment, deletes: Bool) -> Response {
    if habits[key]!.isAlive != deletes { return .superseded }
    if let last = habits[key]!.lives.last, at < last.at { return .superseded }
    habits[key]!.lives.append((at, deletes))
    return .changed
  }

  private mutating func log(_ event: ModelEvent) -> Response {
    let at = event.moment
    switch event.what {
    case .complete(let key, let day, let done):
      if done { actions.append((event.author, event.day)) }
      let isLatest = habits[key]!.completions[day, default: []].allSatisfy { $0.at < at }
      habits[key]!.completions[day, default: []].append((at, done))
      return isLatest ? .changed : .superseded
    case .meal(let kind, let continues, let items):
      actions.append((event.author, event.day))
      meals.append((event.subject, event.day, continues ? nil : kind, items))
      return .changed
    case .drink(let tenthOunces):
      actions.append((event.author, event.day))
      drinks.append((event.subject, event.day, tenthOunces))
      return .changed
    case .checkIn(let mental, let physical):
      actions.append((event.author, event.day))
      let isLatest = checkIns.allSatisfy {
        $0.subject != event.subject || $0.day != event.day || $0.at < at
      }
      checkIns.append((event.subject, event.day, at, mental, physical))
      return isLatest ? .changed : .superseded
    case .favorite(let slot, let food, let quarters):
      let isLatest = favorites.allSatisfy {
        $0.subject != event.subject || $0.slot != slot || $0.at < at
      }
      favorites.append((event.subject, slot, at, food, quarters))
      return isLatest ? .changed : .superseded
    default: fatalError("nothing that is logged")
    }
  }

  func mayLog(_ author: Int, for subject: Int) -> Bool {
    if Self.isParent[author] { return true }
    guard Self.isChild[author], author == subject else { return false }
    return allowances[author, default: []].max { $0.at < $1.at }?.allowed ?? false
  }

  private func refusal(of event: ModelEvent, serverDay: Int) -> String? {
    if event.day < 0 || event.day >= Self.daysMax { return "dayOutOfRange" }
    if event.day > serverDay + 1 { return "dayInFuture" }
    // HAB-3: the device's clock, which may be off, and the day that it showed.
    let tapped = Int(event.milliseconds) / 86_400_000
    if event.day < tapped - 1 || event.day > tapped + 1 { return "dayNotOfTap" }
    switch event.what {
    case .complete, .meal, .drink, .checkIn, .favorite:
      if !mayLog(event.author, for: event.subject) { return "loggingNotAllowed" }
    default:
      if !Self.isParent[event.author] { return "parentNeeded" }
    }
    switch event.what {
    case .allow(let child, _): return Self.isChild[child] ? nil : "subjectNotChild"
    case .create(let name, _): return name.isEmpty ? "nameEmpty" : nil
    case .meal(_, _, let items):
      let isSane = items.allSatisfy { $0.food < 24 && $0.quarters <= 80 } && items[0].quarters > 0
      return isSane ? nil : "amountOutOfRange"
    case .drink(let tenthOunces):
      return tenthOunces >= 1 && tenthOunces <= 2_000 ? nil : "amountOutOfRange"
    case .checkIn(let mental, let physical):
      return [mental, physical].allSatisfy { $0 >= 1 && $0 <= 10 } ? nil : "scoreOutOfRange"
    case .favorite(let slot, _, _): return slot < 4 ? nil : "slotOutOfRange"
    case .rename(let key, let name):
      return edit(key, of: event.subject) ?? (name.isEmpty ? "nameEmpty" : nil)
    case .rank(let key, _), .archive(let key, _): return edit(key, of: event.subject)
    case .start(let key, let day):
      if let reason = edit(key, of: event.subject) { return reason }
      if day < 0 || day >= Self.daysMax { return "dayOutOfRange" }
      return day > event.day ? "dayInFuture" : nil
    case .complete(let key, let day, let done):
      if let reason = edit(key, of: event.subject) { return reason }
      if day < 0 || day >= Self.daysMax { return "dayOutOfRange" }
      if day > event.day { return "dayInFuture" }
      // Today is the day of the tap.
      if !done && day != tapped { return "dayNotToday" }
      // HAB-10: by the server's clock.
      return day > serverDay ? "dayInFuture" : nil
    case .delete(let key): return known(key, of: event.subject)
    case .restore(let key):
      if let reason = known(key, of: event.subject) { return reason }
      guard let last = habits[key]!.lives.last, last.deletes else { return nil }
      return event.milliseconds > last.at.milliseconds + 600_000 ? "undoTooLate" : nil
    }
  }

  private func known(_ key: HabitKey, of owner: Int) -> String? {
    habits[key]?.owner == owner ? nil : "habitUnknown"
  }

  private func edit(_ key: HabitKey, of owner: Int) -> String? {
    if let reason = known(key, of: owner) { return reason }
    return habits[key]!.isAlive ? nil : "habitDeleted"
  }
}
