import Base

/// Sorts the words after a command's name into its parameters.
struct ArgumentParser {
  private let parameters: [any CommandParameter]
  private let definitions: [ParameterDefinition]
  private var words: ArraySlice<String>
  private var parsed: ParsedArguments
  private var positional: [String] = []

  static func parse(_ words: ArraySlice<String>, for command: Command) throws(UsageProblem)
    -> ParsedArguments
  {
    let parameters = command.parameters
    let definitions = parameters.map(\.definition)
    var parser = ArgumentParser(
      parameters: parameters, definitions: definitions, words: words,
      parsed: ParsedArguments(definitions))
    try parser.sortWords()
    try parser.assignArguments()
    try parser.check()
    return parser.parsed
  }

  private mutating func sortWords() throws(UsageProblem) {
    while let word = words.popFirst() {
      if word == "--" {
        positional += words
        return
      } else if word.hasPrefix("--") {
        try parseLong(word)
      } else if word.isOption {
        try parseShort(word)
      } else {
        positional.append(word)
      }
    }
  }

  /// `--name`, `--name value`, `--name=value`.
  private mutating func parseLong(_ word: String) throws(UsageProblem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let definition = definition(of: name) else { throw unknown(name) }
    try give(parts.count == 2 ? String(parts[1]) : nil, to: definition, as: name)
  }

  /// `-a`, `-abc` as `-a -b -c`, `-a value`, `-a=value`; only the last letter can take a value.
  private mutating func parseShort(_ word: String) throws(UsageProblem) {
    let parts = word.dropFirst().split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let letters = Array(parts[0])
    for (index, letter) in letters.enumerated() {
      let name = "-\(letter)"
      guard let definition = definition(of: name) else {
        throw self.definition(of: "-\(word)") == nil
          ? .unknownOption(name, nearest: nil) : .unknownOption(word, nearest: "-\(word)")
      }
      if index < letters.count - 1 {
        if definition.kind == .option { throw .missingValue(definition, name: name) }
        parsed.add("", to: definition)
      } else {
        try give(parts.count == 2 ? String(parts[1]) : nil, to: definition, as: name)
      }
    }
    if letters.isEmpty { throw .unknownOption(word, nearest: nil) }
  }

  private mutating func give(
    _ value: String?, to definition: ParameterDefinition, as name: String
  ) throws(UsageProblem) {
    if definition.kind == .flag {
      if let value { throw .valueForFlag(name: name, value: value) }
      parsed.add("", to: definition)
    } else if let value {
      parsed.add(value, to: definition)
    } else if let next = words.first, !next.isOption || next.isNegativeNumber {
      parsed.add(words.removeFirst(), to: definition)
    } else {
      throw .missingValue(definition, name: name)
    }
  }

  private func definition(of name: String) -> ParameterDefinition? {
    definitions.first { $0.names.contains(name) }
  }

  private func unknown(_ name: String) -> UsageProblem {
    let names = definitions.filter { !$0.isHidden }.flatMap(\.names) + BuiltIn.names
    let longNames = names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return .unknownOption(
      name, nearest: nearest(to: String(name.dropFirst(2)), in: longNames).map { "--\($0)" })
  }

  private mutating func assignArguments() throws(UsageProblem) {
    var rest = positional[...]
    for definition in definitions where definition.kind == .argument {
      let count = definition.isRepeating ? rest.count : 1
      for text in rest.prefix(count) { parsed.add(text, to: definition) }
      rest = rest.dropFirst(count)
    }
    if !rest.isEmpty { throw .unexpected(Array(rest)) }
  }

  private func check() throws(UsageProblem) {
    for parameter in parameters {
      let definition = parameter.definition
      let texts = parsed.texts(of: definition)
      if definition.isRequired && texts.isEmpty { throw .missing(definition) }
      do throws(InvalidValue) {
        try parameter.check(texts)
      } catch {
        throw .invalidValue(error.text, definition)
      }
    }
  }
}

extension String {
  /// Whether the word names an option; a lone dash is a value that means standard input.
  var isOption: Bool { hasPrefix("-") && self != "-" }

  /// No option is named like a number, so after an option that takes a value this is the value.
  fileprivate var isNegativeNumber: Bool { hasPrefix("-") && Double(self) != nil }
}
