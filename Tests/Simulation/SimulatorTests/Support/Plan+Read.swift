import Plans

extension Plan {
  /// The plan of a text.
  static func read(_ text: [UInt8]) throws -> Plan {
    var reader = PlanReader(text)
    return try reader.read()
  }
}
