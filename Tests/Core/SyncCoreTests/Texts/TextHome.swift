import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

/// A family whose phones and server either have tables of texts of their own, and exchange bytes,
/// or share one table, and exchange values.
final class TextHome {
  final class Phone {
    let log: SimulatedReplicaStorage.Log
    var replica: Replica<SimulatedReplicaStorage>
    let member: MemberHandle
    let account: AccountHandle

    init(
      _ replica: consuming Replica<SimulatedReplicaStorage>, on log: SimulatedReplicaStorage.Log,
      _ member: MemberHandle, _ account: AccountHandle
    ) {
      self.replica = replica
      self.log = log
      self.member = member
      self.account = account
    }

    var texts: ScopeTexts? { replica.store.texts }
  }

  static let mother = MemberHandle(0)
  static let father = MemberHandle(1)
  static let child = MemberHandle(2)
  static let monday = LocalDay(year: 2026, month: 3, day: 2)

  let hasOwnTexts: Bool
  var shared = NameTable()
  var log = SimulatedServerStorage.Log()
  var server: DurableServer<SimulatedServerStorage>
  var phones: [Phone] = []
  var now = monday.at(hour: 8)
  /// Every message of the run, as bytes.
  var messages: [[UInt8]] = []
  private var request = Request()
  private var response = Response()

  private var settings: ServerSettings {
    ServerSettings(clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: hasOwnTexts)
  }

  init(hasOwnTexts: Bool = true, of members: [MemberHandle] = [mother, father]) throws {
    self.hasOwnTexts = hasOwnTexts
    server = try DurableServer.open(
      SimulatedServerStorage(on: log),
      settings: ServerSettings(
        clockSkewBoundMilliseconds: 5 * Span.minute, hasOwnTexts: hasOwnTexts))
    var genesis = ScopeGenesis(firstDay: Self.monday.adding(days: -7))
    for role in [Role.parent, .parent, .child] {
      genesis.members.append(Member(role: role, born: LocalDay(year: 1990, month: 1, day: 1)))
    }
    let scope = try server.open(genesis)
    for member in members {
      let known = phones.first { $0.member == member }
      let account = try known?.account ?? server.openAccount()
      let site = try server.register(scope: scope, member: member, account: account)
      let log = SimulatedReplicaStorage.Log()
      phones.append(
        Phone(
          try Replica(
            site: site, scope: scope, genesis: genesis.copied(),
            storage: SimulatedReplicaStorage(on: log), texts: hasOwnTexts ? ScopeTexts() : nil),
          on: log, member, account))
    }
  }

  // MARK: What people do

  func name(_ name: String, on phone: Int) -> HabitName {
    phones[phone].texts?.habitName(name) ?? shared.habitName(name)
  }

  func text(_ text: String, on phone: Int) -> TextHandle {
    phones[phone].texts?.handle(of: text) ?? shared.handle(of: text)
  }

  func label(_ text: String, on phone: Int) -> TextHandle {
    phones[phone].texts?.label(of: text) ?? shared.handle(of: text)
  }

  @discardableResult
  func submits(
    _ phone: Int, _ commands: Command...
  ) throws -> Result<SyncCore.Operation, RefusalError> {
    now += Span.minute
    return try phones[phone].replica.commit(
      commands, author: phones[phone].member, day: now.utcDay, zone: .utc, now: now)
  }

  @discardableResult
  func creates(
    _ habit: String, category: String = "", for owner: MemberHandle? = nil, on phone: Int
  ) throws -> Entity {
    try submits(
      phone,
      .createHabit(
        for: owner ?? phones[phone].member, name: name(habit, on: phone),
        category: label(category, on: phone), icon: 1, rank: 1)
    ).get().fact.identity
  }

  func notes(_ text: String, of habit: Entity, owner: MemberHandle? = nil, on phone: Int) throws {
    _ = try submits(
      phone,
      .setHabitField(
        .habitDescriptionSet, of: habit, owner: owner ?? phones[phone].member,
        to: self.text(text, on: phone).raw)
    ).get()
  }

  // MARK: Exchanges

  /// What the person sees of all habits: names, categories, descriptions.
  func habits(on phone: Int) -> [String] {
    Self.habits(of: phones[phone].replica.shown.pointee) { self.string($0, on: phone) }
  }

  var habitsOfServer: [String] {
    let texts = server.core.scopes[0].texts
    return Self.habits(of: server.core.scopes[0].state) {
      texts?.text(of: $0) ?? self.shared.text(of: $0)
    }
  }

  private func string(_ handle: TextHandle, on phone: Int) -> String {
    phones[phone].texts?.text(of: handle) ?? shared.text(of: handle)
  }

  private static func habits(
    of state: borrowing ScopeState, _ text: (TextHandle) -> String
  ) -> [String] {
    (0..<state.habitCount).map { slot in
      let habit = state.habitAt(slot)
      let number = state.habits.nameNumber(slot)
      return [habit.name.value.text, habit.category.value, habit.text.value].map(text)
        .joined(separator: "|") + (number > 1 ? " \(number)" : "")
    }.sorted()
  }

  @discardableResult
  func exchange(
    _ phone: Int, isRequestLost: Bool = false, isResponseLost: Bool = false, page: UInt32 = 100
  ) throws -> ApplyResult? {
    now += Span.second
    phones[phone].replica.fill(&request, pushOperationsMax: 100, pageRowsMax: page, now: now)
    if hasOwnTexts {
      messages.append(Wire.bytes(request))
      request = try Wire.request(messages[messages.count - 1])
    }
    if isRequestLost { return nil }
    try server.respond(request, now: now, into: &response) { _, _ in }
    if hasOwnTexts {
      messages.append(Wire.bytes(response))
      response = try Wire.respond(messages[messages.count - 1])
    }
    return isResponseLost ? nil : try phones[phone].replica.apply(response)
  }

  func settle(page: UInt32 = 100) throws {
    for _ in 0..<4 {
      for phone in phones.indices {
        var result = try exchange(phone, page: page)
        while let more = result, more.hasMore { result = try exchange(phone, page: page) }
      }
    }
  }

  func restartsServer() throws {
    server = try DurableServer.open(SimulatedServerStorage(on: log), settings: settings)
  }

  func failsOver(to transactions: Int, as incarnation: UInt32) throws {
    log = SimulatedServerStorage.Log(log, transactions: transactions)
    server = try DurableServer.failOver(
      to: SimulatedServerStorage(on: log), as: incarnation, settings: settings)
  }

  func restarts(_ phone: Int) throws {
    phones[phone].replica = try Replica.open(
      SimulatedReplicaStorage(on: phones[phone].log), texts: hasOwnTexts ? ScopeTexts() : nil)
  }

  // MARK: What is there

  /// The verdicts of the log, in order.
  var verdicts: [Verdict] { server.core.rows(of: 0).map(\.verdict) }

  func export() -> String { server.core.exported(names: shared, now: now) }

  /// Everything that is in a state, a storage, the journal or a message, as bytes.
  func everything() throws -> [[UInt8]] {
    var all = messages
    if let texts = server.core.scopes[0].texts { all += texts.all }
    all.append(server.core.sideBytes(of: 0))
    for phone in phones {
      if let texts = phone.texts { all += texts.all }
      all.append(phone.replica.store.unknown.bytes.withElements { Array($0) })
      all.append(Array(try phone.log.dump().utf8))
    }
    all.append(Array(try log.dump().utf8))
    return all
  }
}

extension Server {
  fileprivate func sideBytes(of scope: Int) -> [UInt8] {
    scopes[scope].unknown.bytes.withElements { Array($0) }
      + refusedUnknown.bytes.withElements { Array($0) }
  }

  fileprivate func exported(names: NameTable, now: Instant) -> String {
    var export = ScopeExport(
      of: scopes[0].state, person: nil, names: scopes[0].texts ?? names)
    for row in rows(of: 0) where !row.verdict.isRejected {
      export.add(row.operation.fact, committed: row.committed)
    }
    return export.json
  }
}

extension SimulatedLog {
  /// All records that are on the medium, with their letters as text.
  func dump() throws -> String {
    var text = ""
    try forEach(since: crashes) { record in
      text += Self.letters(of: "\(record)")
      return true
    }
    return text
  }

  /// Bytes are printed as lists of numbers, which a search for letters would not find.
  private static func letters(of printed: String) -> String {
    var text = ""
    for number in printed.split(whereSeparator: { !$0.isNumber }) {
      if let byte = UInt8(number) { text.unicodeScalars.append(UnicodeScalar(byte)) }
    }
    return printed + text
  }
}
