/// Watches a test of an engine, and finds what is violated.
///
/// It knows what each replica was asked to write, what happened to it, and what each replica has
/// shown. It knows nothing of how an engine works.
struct EngineChecker {
  private let names: [String]
  private let disclaimed: Set<EngineProperty>
  private(set) var writes: [EngineWrite] = []
  private(set) var violations: [EngineViolation] = []
  /// How often each property was checked.
  private(set) var checks: [EngineProperty: Int] = [:]
  /// What is known of each replica, by its place in the plan.
  var views: [EngineView]
  /// The writes by what they show.
  private var writesOfValues: [String: Int] = [:]
  /// The additions to each counter, in the order of their amounts.
  private var additions: [EngineKey: [Int]] = [:]
  /// What replicas with a version have shown.
  private var versions: [String: (values: [EngineKey: EngineValue], replica: Int, time: Int)] = [:]
  /// The writes of each `apply`.
  private(set) var applies: [[Int]] = []
  var regressions: [EngineRegression] = []
  private var removals: [Int: [Int]] = [:]
  private var returns: [Int: [Int]] = [:]

  init(names: [String], disclaimed: Set<EngineProperty>) {
    self.names = names
    self.disclaimed = disclaimed
    views = Array(repeating: EngineView(), count: names.count)
  }

  func name(_ replica: Int) -> String { names[replica] }

  /// What an addition adds.
  func amount(of write: Int) -> Int {
    let place = additions[writes[write].cell.key]?.firstIndex(of: write) ?? 0
    return Self.amount(place, isNegative: Self.isNegative(writes[write]))
  }

  // MARK: Reporting

  mutating func report(
    _ property: EngineProperty, _ what: String, _ detail: String, replica: Int?, time: Int
  ) {
    guard !disclaimed.contains(property), violations.count < 100 else { return }
    violations.append(
      EngineViolation(
        property: property, what: what, detail: detail, replica: replica.map { names[$0] },
        time: time))
  }

  mutating func count(_ property: EngineProperty, _ number: Int = 1) {
    checks[property, default: 0] += number
  }

  // MARK: Writes

  /// Takes the violations out that were found since there were so many.
  mutating func takeViolations(from count: Int) -> [EngineViolation] {
    let found = Array(violations[count...])
    violations.removeSubrange(count...)
    return found
  }

  mutating func append(_ found: [EngineViolation]) { violations += found }

  /// How many additions a counter can have.
  static let additionsMax = 24

  func additionCount(_ key: EngineKey) -> Int { additions[key]?.count ?? 0 }

  /// A new `apply`; the writes that follow belong to it.
  mutating func beginApply() -> Int {
    applies.append([])
    return applies.count - 1
  }

  /// A write that a replica is asked for, which shows what it showed last.
  mutating func add(
    _ kind: EngineWrite.Kind, to cell: EngineCell, of apply: Int, by replica: Int, at time: Int
  ) {
    var write = EngineWrite(replica: replica, time: time, apply: apply, cell: cell, kind: kind)
    let shown = views[replica].shown
    for element in shown?.elements.elements ?? [] where writes[element].outcome == .ok {
      write.context.insert(element)
    }
    let number = writes.count
    switch kind {
    case .write(let value):
      if let value { writesOfValues[value] = number }
      if let before = shown?.cells[cell] {
        write.supersedes = writes[before].supersedes
        write.supersedes.insert(before)
      }
    case .insert(let value):
      if cell.key.type == .counter {
        additions[cell.key, default: []].append(number)
      } else {
        writesOfValues[value] = number
      }
    case .remove(let element): removals[element, default: []].append(number)
    case .insertAgain(let element): returns[element, default: []].append(number)
    case .act: break
    }
    writes.append(write)
    applies[apply].append(number)
  }

  /// The write that brought an element.
  func write(of value: String) -> Int? { writesOfValues[value] }

  /// What happened to an `apply`, as a replica says.
  mutating func settle(_ apply: Int, _ outcome: EngineReply.Result, by replica: Int) {
    for number in applies[apply] {
      writes[number].outcome = outcome
      writes[number].refusedBy = outcome == .refused ? replica : nil
      if outcome == .ok { views[writes[number].replica].known.insert(number) }
    }
  }

  func removals(of element: Int) -> [Int] { removals[element] ?? [] }

  /// Whether someone has asked for the removal of an element, and was not refused.
  func mayBeRemoved(_ element: Int) -> Bool {
    removals(of: element).contains { writes[$0].outcome != .refused }
  }

  /// The writes that brought an element back.
  func returns(of element: Int) -> [Int] { returns[element] ?? [] }

  /// Whether someone has brought an element back, and was not refused.
  func mayBeBack(_ element: Int) -> Bool {
    returns(of: element).contains { writes[$0].outcome != .refused }
  }

  /// The elements of a set that a replica has shown and then no more, since they were removed.
  /// Each comes back at most once.
  func removedElements(of key: EngineKey, by replica: Int) -> [(write: Int, value: String)] {
    views[replica].gone.elements.compactMap { element in
      guard writes[element].cell.key == key, case .insert(let value) = writes[element].kind,
        returns(of: element).isEmpty
      else { return nil }
      return (element, value)
    }
  }

  // MARK: Faults

  /// A replica goes back to an older state: what only it knew may be lost.
  mutating func goBack(_ replica: Int, to view: EngineView) {
    let lost = views[replica].known.subtracting(view.known)
    views[replica] = view
    views[replica].shown = nil
    for write in writes.indices where writes[write].refusedBy == replica {
      writes[write].refusedBy = nil
    }
    for write in lost where !views.contains(where: { $0.known.contains(write) }) {
      writes[write].isAtRisk = true
    }
  }

  // MARK: What is shown

  /// What a replica shows, in terms of writes. Reports what no write brought.
  mutating func decoded(
    _ values: [EngineKey: EngineValue], by replica: Int, at time: Int
  ) -> EngineShown {
    var shown = EngineShown(values: values)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .register(let text):
        if let text { show(text, EngineCell(key: key), &shown, replica, time) }
      case .map(let map):
        for (field, text) in map.sorted(by: { $0.key < $1.key }) {
          show(text, EngineCell(key: key, field: field), &shown, replica, time)
        }
      case .counter(let sum): showSum(sum, key, &shown, replica, time)
      case .own: break
      case .set, .list, .text:
        for text in value.elements {
          show(text, EngineCell(key: key), &shown, replica, time)
        }
      }
    }
    return shown
  }

  private mutating func show(
    _ text: String, _ cell: EngineCell, _ shown: inout EngineShown, _ replica: Int, _ time: Int
  ) {
    count(.integrity)
    guard let write = writesOfValues[text], writes[write].cell == cell else {
      return report(
        .integrity, "a replica shows a value that was never written there",
        "\(names[replica]) shows '\(text)' in \(cell); no one has written it there",
        replica: replica, time: time)
    }
    if cell.key.type.hasElements {
      count(.exactlyOnce)
      if shown.elements.contains(write) {
        report(
          .exactlyOnce, "a replica shows an element twice",
          "\(names[replica]) shows '\(text)' twice in \(cell)", replica: replica, time: time)
      }
      shown.elements.insert(write)
    } else {
      shown.cells[cell] = write
    }
  }

  /// Reads a sum digit by digit, in base four: which additions it contains, and how often.
  private mutating func showSum(
    _ sum: Int, _ key: EngineKey, _ shown: inout EngineShown, _ replica: Int, _ time: Int
  ) {
    var rest = sum
    for (place, write) in (additions[key] ?? []).enumerated() {
      let isNegative = Self.isNegative(writes[write])
      // Of a sum of additions with their signs, the lowest digit is that of the first.
      let digit = (isNegative ? -rest : rest) & 3
      rest = (isNegative ? rest + digit : rest - digit) >> 2
      if digit > 0 { shown.elements.insert(write) }
      count(.counterExactness)
      if digit > 1 {
        let amount = Self.amount(place, isNegative: isNegative)
        report(
          .counterExactness, "an addition counts more than once",
          "\(names[replica]) shows \(sum) in \(key), in which the addition of \(amount) counts "
            + "\(digit) times", replica: replica, time: time)
      }
    }
    if rest != 0 {
      report(
        .counterExactness, "a counter is no sum of its additions",
        "\(names[replica]) shows \(sum) in \(key), which is no sum of what was added",
        replica: replica, time: time)
    }
  }

  private static func isNegative(_ write: EngineWrite) -> Bool { write.kind == .insert("-") }

  /// The amount of an addition by its place.
  static func amount(_ place: Int, isNegative: Bool) -> Int {
    (isNegative ? -1 : 1) << (2 * place)
  }

  /// Replicas with equal versions must show the same.
  mutating func check(
    version: String, of values: [EngineKey: EngineValue], _ replica: Int, _ time: Int
  ) {
    count(.convergence)
    guard let other = versions[version] else {
      versions[version] = (values, replica, time)
      return
    }
    guard other.values != values else { return }
    report(
      .convergence, "replicas with equal versions show different values",
      "\(names[other.replica]) showed at \(EngineText.time(other.time)), and now "
        + "\(names[replica]) shows, \(EngineText.difference(other.values, values)), under the same "
        + "version '\(version)'", replica: replica, time: time)
  }
}
