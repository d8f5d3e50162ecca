import CommandLineKit
import JSONText

/// What a child process printed of a run.
struct WorkloadCounts {
  let name: String
  let people: Int
  let days: Int
  let seed: UInt64
  let operations: Int64
  let messages: Int64
  let personDays: Int64
  let enrolledDays: Int64
  let families: Int64
  let datasetBytes: Int64
  let factsBytes: Int64
  let peakMemoryBytes: Int64
  let userSeconds: Double
  let calibrationSeconds: Double

  init(_ json: JSONNode) throws(CommandError) {
    func whole<Number: FixedWidthInteger>(_ key: String) throws(CommandError) -> Number {
      guard let number = json[key]?.integer(as: Number.self) else { throw Self.incomplete(key) }
      return number
    }
    func number(_ key: String) throws(CommandError) -> Double {
      guard let number = json[key]?.double else { throw Self.incomplete(key) }
      return number
    }
    guard let name = json["name"]?.string else { throw Self.incomplete("name") }
    self.name = name
    people = try whole("people")
    days = try whole("days")
    seed = try whole("seed")
    operations = try whole("operations")
    messages = try whole("messages")
    personDays = try whole("personDays")
    enrolledDays = try whole("enrolledDays")
    families = try whole("families")
    datasetBytes = try whole("datasetBytes")
    factsBytes = try whole("factsBytes")
    peakMemoryBytes = try whole("peakMemoryBytes")
    userSeconds = try number("userSeconds")
    calibrationSeconds = try number("calibrationSeconds")
  }

  private static func incomplete(_ key: String) -> CommandError {
    CommandError("The measurement failed: a run printed no '\(key)'.")
  }
}
