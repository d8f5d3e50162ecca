/// An argument, an option or a flag of a command.
///
/// It is declared once as a static property of the command, listed in its `Command`, and is the
/// key to its typed value: `arguments[Self.seed]`.
public struct Parameter<Value: Sendable>: CommandParameter {
  public let definition: ParameterDefinition
  /// Parses the given texts, in order; there are none when the parameter was left out.
  let read: @Sendable ([String]) throws(InvalidValue) -> Value

  public func check(_ texts: [String]) throws(InvalidValue) { _ = try read(texts) }
}

/// A parameter of any type.
public protocol CommandParameter: Sendable {
  var definition: ParameterDefinition { get }
  func check(_ texts: [String]) throws(InvalidValue)
}

/// A text that its parameter cannot parse.
public struct InvalidValue: Error, Equatable {
  let text: String
}

/// What the parser, the help and the completions need to know about a parameter.
public struct ParameterDefinition: Sendable, Equatable {
  enum Kind { case argument, option, flag }

  let kind: Kind
  /// With dashes, the long name first; empty for an argument.
  let names: [String]
  let valueName: String
  let help: String
  var expectation: String?
  var choices: [String] = []
  var suggestions: [String] = []
  var completion = ValueCompletion.none
  var defaultText: String?
  var isRequired = false
  var isRepeating = false
  /// Whether help and completions leave it out: one part of the program passes it to another.
  var isHidden = false

  var longName: String { names.first ?? "<\(valueName)>" }

  /// `--seed <seed>`, `<scenario>`, `--quiet`.
  var synopsis: String { kind == .option ? "\(longName) <\(valueName)>" : longName }

  fileprivate init(_ kind: Kind, _ names: [String], _ valueName: String?, _ help: String) {
    precondition(
      kind == .argument || names.first?.hasPrefix("--") == true,
      "the long name of an option comes first")
    self.kind = kind
    self.names = names
    self.valueName = valueName ?? String(names[0].dropFirst(2))
    self.help = help
  }

  fileprivate func taking<Value>(_ form: ValueForm<Value>) -> Self {
    var definition = self
    definition.expectation = form.expectation
    definition.choices = form.choices
    definition.suggestions = form.suggestions
    definition.completion = form.completion
    return definition
  }
}

// MARK: - Flags

extension Parameter<Bool> {
  public static func flag(_ names: String..., help: String) -> Self {
    Self(definition: ParameterDefinition(.flag, names, nil, help), read: { !$0.isEmpty })
  }

  /// A flag that one part of the program passes to another; help does not show it.
  public static func hiddenFlag(_ name: String) -> Self {
    var definition = ParameterDefinition(.flag, [name], nil, "")
    definition.isHidden = true
    return Self(definition: definition, read: { !$0.isEmpty })
  }
}

// MARK: - Options and arguments with one value; the last text given wins

extension Parameter {
  public static func option(
    _ names: String..., as form: ValueForm<Value>, value: String? = nil, default: Value,
    help: String
  ) -> Self {
    defaulting(ParameterDefinition(.option, names, value, help), form, `default`)
  }

  public static func requiredOption(
    _ names: String..., as form: ValueForm<Value>, value: String? = nil, help: String
  ) -> Self {
    requiring(ParameterDefinition(.option, names, value, help), form)
  }

  public static func argument(
    _ name: String, as form: ValueForm<Value>, default: Value, help: String
  ) -> Self {
    defaulting(ParameterDefinition(.argument, [], name, help), form, `default`)
  }

  public static func requiredArgument(
    _ name: String, as form: ValueForm<Value>, help: String
  ) -> Self {
    requiring(ParameterDefinition(.argument, [], name, help), form)
  }

  private static func defaulting(
    _ definition: ParameterDefinition, _ form: ValueForm<Value>, _ defaultValue: Value
  ) -> Self {
    var definition = definition.taking(form)
    definition.defaultText = form.text(defaultValue)
    return Self(definition: definition) { texts throws(InvalidValue) in
      try texts.last.map { text throws(InvalidValue) in try form.read(text) } ?? defaultValue
    }
  }

  private static func requiring(
    _ definition: ParameterDefinition, _ form: ValueForm<Value>
  ) -> Self {
    var definition = definition.taking(form)
    definition.isRequired = true
    return Self(definition: definition) { texts throws(InvalidValue) in
      try form.read(texts.last ?? "")
    }
  }
}

// MARK: - Options and arguments that can be left out or repeated

extension Parameter {
  public static func optionalOption<Wrapped>(
    _ names: String..., as form: ValueForm<Wrapped>, value: String? = nil, help: String
  ) -> Self where Value == Wrapped? {
    optional(ParameterDefinition(.option, names, value, help), form)
  }

  public static func optionalArgument<Wrapped>(
    _ name: String, as form: ValueForm<Wrapped>, help: String
  ) -> Self where Value == Wrapped? {
    optional(ParameterDefinition(.argument, [], name, help), form)
  }

  public static func repeatedOption<Element>(
    _ names: String..., as form: ValueForm<Element>, value: String? = nil, help: String
  ) -> Self where Value == [Element] {
    repeated(ParameterDefinition(.option, names, value, help), form, isRequired: false)
  }

  public static func repeatedArgument<Element>(
    _ name: String, as form: ValueForm<Element>, isRequired: Bool = false, help: String
  ) -> Self where Value == [Element] {
    repeated(ParameterDefinition(.argument, [], name, help), form, isRequired: isRequired)
  }

  private static func optional<Wrapped>(
    _ definition: ParameterDefinition, _ form: ValueForm<Wrapped>
  ) -> Self where Value == Wrapped? {
    Self(definition: definition.taking(form)) { texts throws(InvalidValue) in
      try texts.last.map { text throws(InvalidValue) in try form.read(text) }
    }
  }

  private static func repeated<Element>(
    _ definition: ParameterDefinition, _ form: ValueForm<Element>, isRequired: Bool
  ) -> Self where Value == [Element] {
    var definition = definition.taking(form)
    definition.isRequired = isRequired
    definition.isRepeating = true
    return Self(definition: definition) { texts throws(InvalidValue) in
      try texts.map { text throws(InvalidValue) in try form.read(text) }
    }
  }
}

extension ValueForm {
  fileprivate func read(_ text: String) throws(InvalidValue) -> Value {
    guard let value = parse(text) else { throw InvalidValue(text: text) }
    return value
  }
}
