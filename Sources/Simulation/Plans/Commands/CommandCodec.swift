import Base
import DomainCore
import JSONText

/// A command laid out in named fields: filled in from a command, or from a text.
///
/// `fill` says once which fields a kind has and where they lie; written, read and described is what
/// it names. It takes everything from `sourceCommand` and puts everything into `made`. When a command is
/// written, `made` comes out different if there are bits that no field says.
struct CommandCodec {
  private enum Work {
    case writing
    case reading([JSONMember])
    case describing(variant: Int)
  }

  private let work: Work
  private let names: CommandNames
  let kind: FactKind
  /// What is written; nothing when a command is read.
  let sourceCommand: Command
  var made: Command
  /// What has been written, or the fields that have been described.
  private var members: [JSONMember] = []
  private(set) var fields: [CommandField] = []
  /// The members that have been read, a bit each, and the place behind the one read last.
  private var readBits: UInt64 = 0
  private var next = 0
  /// Which of its layouts the kind has here, and how many it has.
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

  /// The form in which a habit's name is compared (HAB-1), unless somebody lies.
  func comparedUsually(_ name: HabitName) -> TextHandle? {
    let text = NameTable.folded(names.text(name.text) ?? "")
    guard case .writing = work else { return names.handle(text) }
    return names.text(name.folded) == text ? name.folded : nil
  }

  /// Names no value; what cannot be said in fields is written as its bits.
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

  /// The bits of a command that says more than its fields do, such as one from a newer build.
  ///
  /// What it refers to cannot be known, and stays what it is when a plan changes.
  mutating func fillWords() throws(CommandTextError) {
    try fillSubject()
    var words = [
      sourceCommand.entity.raw, sourceCommand.payload.first, sourceCommand.payload.second,
    ]
    try codeField("words", Fields.words, &words)
    made.entity = Entity(raw: words[0])
    made.payload = Payload(words[1], words[2])
  }

  /// Whom the command is about; who is yet to join need not be told.
  private mutating func fillSubject() throws(CommandTextError) {
    made.subject = try value(
      "of", Fields.member, sourceCommand.subject, kind.admits ? .newcomer : nil)
  }

  /// A field that always stands there.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, _ value: inout Value
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, nil)
  }

  /// A field that always stands there, with one of the values that this build knows.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, known value: inout Value?
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, nil)
  }

  /// A field that is left out where it has the usual value.
  mutating func codeField<Value>(
    _ name: String, _ type: FieldType<Value>, _ value: inout Value, usually usual: Value?
  ) throws(CommandTextError) {
    value = try self.value(name, type, value, usual)
  }

  /// A field that is left out where there is nothing to say.
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
      fields.append(CommandField(name: name, allowed: type.allowed, usual: .nothing))
    }
  }

  /// A field that is a whole word of a payload or of a change; nothing else is in the word.
  mutating func codeField<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, word: inout UInt64, usually usual: Value? = nil
  ) throws(CommandTextError) {
    word = try value(name, type, Value(word: word), usual).word
  }

  /// A field that is the first word of the payload.
  mutating func codeFirst<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, usually usual: Value? = nil
  ) throws(CommandTextError) {
    made.payload.first = try value(name, type, Value(word: sourceCommand.payload.first), usual).word
  }

  /// A field that is the second word of the payload.
  mutating func codeSecond<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>, usually usual: Value? = nil
  ) throws(CommandTextError) {
    made.payload.second = try value(name, type, Value(word: sourceCommand.payload.second), usual)
      .word
  }

  /// What the command is about, if it was made by a step.
  mutating func codeEntity(_ name: String) throws(CommandTextError) {
    made.entity = try value(name, Fields.entity, sourceCommand.entity, nil)
  }

  /// What the command is about, if it has a number of its own and is nothing that a step made.
  mutating func codeKey<Value: WordEncodable>(
    _ name: String, _ type: FieldType<Value>
  ) throws(CommandTextError) {
    made.entity = Entity(
      raw: try value(name, type, Value(word: sourceCommand.entity.raw), nil).word)
  }

  /// The field that tells which other fields there are.
  mutating func codeVariant<Value: CaseIterable>(
    _ name: String, _ type: FieldType<Value>, _ sourceCommand: Value?
  ) throws(CommandTextError) -> Value where Value.AllCases == [Value] {
    variantCount = Value.allCases.count
    if case .describing(let variant) = work {
      fields.append(CommandField(name: name, allowed: "\(Value.allCases[variant])", usual: nil))
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
    _ name: String, _ type: FieldType<Value>, _ sourceCommand: Value?, _ usual: Value?
  ) throws(CommandTextError) -> Value {
    switch work {
    case .writing:
      guard let sourceCommand else { throw Self.unrepresentable }
      if sourceCommand == usual { return sourceCommand }
      guard let node = type.write(sourceCommand, names) else { throw Self.unrepresentable }
      members.append(JSONMember(name, node))
      return sourceCommand
    case .reading:
      guard let node = read(name) else {
        if let usual { return usual }
        throw missing(name, type.allowed)
      }
      if let value = try type.read(node, names) { return value }
      throw .malformed(
        place: place(name), what: "is \(node.summary)", allowed: type.allowed,
        nearest: node.string.flatMap { type.nearest($0) })
    case .describing:
      let usual = usual.map {
        type.write($0, names).map { .value($0) } ?? CommandField.FieldDefault.nothing
      }
      fields.append(CommandField(name: name, allowed: type.allowed, usual: usual))
      return type.blank
    }
  }

  /// The member of a name, which mostly stands behind the one that was read before.
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

  /// Throws when there is a member that is no field.
  func finish() throws(CommandTextError) {
    guard case .reading(let members) = work, readBits.nonzeroBitCount < members.count else {
      return
    }
    for (place, member) in members.enumerated() where readBits >> UInt64(place) & 1 == 0 {
      throw unknown(member.key)
    }
  }

  /// A field that is not there may be one whose name was mistyped.
  private func missing(_ name: String, _ allowed: String) -> CommandTextError {
    guard case .reading(let members) = work else { return Self.unrepresentable }
    let known = fieldNames
    if let stranger = members.first(where: { !known.contains($0.key) }),
      nearest(to: stranger.key, in: known) == name
    {
      return unknown(stranger.key)
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
