import Base
import DomainCore
import JSONText

/// A command as named fields, filled in from a command or from a text.
///
/// `fill` lists the fields of a kind and their places in the payload once; writing, reading and
/// describing all use it. It reads from `sourceCommand` and writes to `made`. When a command is
/// written, `made` differs if there are bits that no field represents.
struct CommandCodec {
  private enum Work {
    case writing
    case reading([JSONMember])
    case describing(variant: Int)
  }

  private let work: Work
  private let names: CommandNames
  let kind: FactKind
  /// The command to write; unused when a command is read.
  let sourceCommand: Command
  var made: Command
  /// What has been written, or the fields that have been described.
  private var members: [JSONMember] = []
  private(set) var fields: [CommandField] = []
  /// The members that have been read, a bit each, and the index after the last one.
  private var readBits: UInt64 = 0
  private var next = 0
  /// The current variant of the kind's fields, and how many variants it has.
  private var variant = 0
  private(set) var variantCount = 1

  init(writing command: Command, _ names: CommandNames) {
    self.init(.writing, command.kind, names, sourceCommand: command)
    members.reserveCapacity(8)
    members.append(JSONMember("do", .string(kind.text)))
  }

  init(reading members: [JSONMember], as kind: FactKind, _ names: CommandNames) {
    self.init(.reading(members), kind, names, sourceCommand: Command(kind, subject: .newcomer))
    _ = read("do")
  }

  init(describing kind: FactKind, variant: Int) {
    let nothing = Command(kind, subject: .newcomer)
    self.init(.describing(variant: variant), kind, .none, sourceCommand: nothing)
  }

  private init(_ work: Work, _ kind: FactKind, _ names: CommandNames, sourceCommand: Command) {
    self.work = work
    self.kind = kind
    self.names = names
    self.sourceCommand = sourceCommand
    made = Command(kind, subject: .newcomer)
  }

  var node: JSONNode { JSONNode(.object(members)) }

  /// The form in which a habit's name is compared (HAB-1), unless a command has a wrong one on
  /// purpose.
  func foldedName(_ name: HabitName) -> TextHandle? {
    let text = NameTable.folded(names.text(name.text) ?? "")
    guard case .writing = work else { return names.handle(text) }
    return names.text(name.folded) == text ? name.folded : nil
  }

  /// The error for a command that no field can represent; it is written as its bits.
  static var unrepresentable: CommandTextError {
    .malformed(
      place: "command", what: "has no text", allowed: "a command that its fields can represent",
      nearest: nil)
  }
}

// MARK: - Filling in

extension CommandCodec {
  mutating func fill() throws(CommandTextError) {
    try fillSubject()
    switch kind.area {
    case .families: try fillFamilies()
    case .habits: try fillHabits()
    case .nutrition: try fillNutrition()
    case .training: try fillTraining()
    case .academics: try fillAcademics()
    case .schedule: try fillSchedule()
    case .calendar: try fillCalendar()
    case .goals: try fillGoals()
    case .rewards: try fillRewards()
    case .groups: try fillGroups()
    case .notifications: try fillNotifications()
    }
  }

  /// The raw bits of a command that contains more than its fields can represent, such as one from a
  /// newer build.
  ///
  /// What it refers to is unknown, and does not change with the plan.
  mutating func fillWords() throws(CommandTextError) {
    try fillSubject()
    var words = [
      sourceCommand.entity.raw, sourceCommand.payload.first, sourceCommand.payload.second,
    ]
    try codeField("words", Fields.words, &words)
    made.entity = Entity(raw: words[0])
    made.payload = Payload(words[1], words[2])
  }

  /// The person that the command is about; left out for a person who is yet to join.
  private mutating func fillSubject() throws(CommandTextError) {
    made.subject = try value(
      "of", Fields.member, sourceCommand.subject, kind.admits ? .newcomer : nil)
  }

  /// A required field.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, _ value: inout Value
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, nil)
  }

  /// A required field with one of the values that this build knows.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, known value: inout Value?
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, nil)
  }

  /// A field that is left out if it has the default value.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, _ value: inout Value,
    defaultValue: Value?
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, defaultValue)
  }

  /// A field that is left out if it is empty.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, ifAny value: inout Value?
  ) throws(CommandTextError) {
    switch work {
    case .writing:
      if value != nil { value = try self.value(name, type, value, nil) }
    case .reading(let members):
      let isThere = members.contains { $0.key == name }
      value = isThere ? try self.value(name, type, nil, nil) : nil
    case .describing:
      fields.append(CommandField(name: name, allowed: type.allowed, defaultValue: .nothing))
    }
  }

  /// A field that fills a whole 64-bit word of a payload or of a change.
  mutating func codeField<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, word: inout UInt64,
    defaultValue: Value? = nil
  ) throws(CommandTextError) {
    word = try value(name, type, Value(word: word), defaultValue).word
  }

  /// A field that is the first word of the payload.
  mutating func codeFirst<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, defaultValue: Value? = nil
  ) throws(CommandTextError) {
    made.payload.first = try value(
      name, type, Value(word: sourceCommand.payload.first), defaultValue
    ).word
  }

  /// A field that is the second word of the payload.
  mutating func codeSecond<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, defaultValue: Value? = nil
  ) throws(CommandTextError) {
    made.payload.second = try value(
      name, type, Value(word: sourceCommand.payload.second), defaultValue
    )
    .word
  }

  /// The entity that the command is about, if a step created it.
  mutating func codeEntity(_ name: String) throws(CommandTextError) {
    made.entity = try value(name, Fields.entity, sourceCommand.entity, nil)
  }

  /// The entity that the command is about, if it has a number of its own and no step created it.
  mutating func codeKey<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>
  ) throws(CommandTextError) {
    made.entity = Entity(
      raw: try value(name, type, Value(word: sourceCommand.entity.raw), nil).word)
  }

  /// The field that selects the variant, and so the other fields.
  mutating func codeVariant<Value: CaseIterable>(
    _ name: String, _ type: FieldType<Value>, _ sourceCommand: Value?
  ) throws(CommandTextError) -> Value where Value.AllCases == [Value] {
    variantCount = Value.allCases.count
    if case .describing(let variant) = work {
      fields.append(
        CommandField(name: name, allowed: "\(Value.allCases[variant])", defaultValue: nil))
      fields[fields.count - 1].isVariant = true
      return Value.allCases[variant]
    }
    let value = try value(name, type, sourceCommand, nil)
    variant = Value.allCases.firstIndex(of: value)!
    return value
  }
}

// MARK: - One value

extension CommandCodec {
  private mutating func value<Value>(
    _ name: String, _ type: FieldType<Value>, _ sourceCommand: Value?, _ defaultValue: Value?
  ) throws(CommandTextError) -> Value {
    switch work {
    case .writing:
      guard let sourceCommand else { throw Self.unrepresentable }
      if sourceCommand == defaultValue { return sourceCommand }
      guard let node = type.write(sourceCommand, names) else { throw Self.unrepresentable }
      members.append(JSONMember(name, node))
      return sourceCommand
    case .reading:
      guard let node = read(name) else {
        if let defaultValue { return defaultValue }
        throw missing(name, type.allowed)
      }
      if let value = try type.read(node, names) { return value }
      throw .malformed(
        place: place(name), what: "is \(node.summary)", allowed: type.allowed,
        nearest: node.string.flatMap { type.nearest($0) })
    case .describing:
      let defaultValue = defaultValue.map {
        type.write($0, names).map { .value($0) } ?? CommandField.FieldDefault.nothing
      }
      fields.append(CommandField(name: name, allowed: type.allowed, defaultValue: defaultValue))
      return type.blank
    }
  }

  /// The member of a name, which is mostly the next one after the last one read.
  private mutating func read(_ name: String) -> JSONNode? {
    guard case .reading(let members) = work else { return nil }
    if next >= members.count || members[next].key != name {
      guard let place = members.firstIndex(where: { $0.key == name }) else { return nil }
      next = place
    }
    readBits |= 1 << UInt64(next)
    next += 1
    return members[next - 1].node
  }
}

// MARK: - Errors

extension CommandCodec {
  private func place(_ name: String) -> String { "\(kind.text).\(name)" }

  /// Throws if there is a member that is not a field.
  func finish() throws(CommandTextError) {
    guard case .reading(let members) = work, readBits.nonzeroBitCount < members.count else {
      return
    }
    for (place, member) in members.enumerated() where readBits >> UInt64(place) & 1 == 0 {
      throw unknown(member.key)
    }
  }

  /// A missing field may be one whose name was mistyped.
  private func missing(_ name: String, _ allowed: String) -> CommandTextError {
    guard case .reading(let members) = work else { return Self.unrepresentable }
    let known = fieldNames
    if let unknownMember = members.first(where: { !known.contains($0.key) }),
      nearest(to: unknownMember.key, in: known) == name
    {
      return unknown(unknownMember.key)
    }
    return .malformed(place: place(name), what: "is missing", allowed: allowed, nearest: nil)
  }

  private func unknown(_ key: String) -> CommandTextError {
    let known = fieldNames
    if known.contains(key) {
      return .malformed(place: place(key), what: "appears twice", allowed: "once", nearest: nil)
    }
    return .malformed(
      place: place(key), what: "is not a field", allowed: known.joined(separator: ", "),
      nearest: nearest(to: key, in: known))
  }

  /// The names that members can have, in the order in which they are written.
  private var fieldNames: [String] {
    ["do"] + CommandField.all(of: kind, variant: variant).map(\.name)
  }
}
