public import Base
public import JSONText

/// The medians of many measurements, from the oldest to the newest: a file with a line of JSON for
/// each.
public struct BenchmarkHistory: Equatable, Sendable {
  /// The format of a line.
  public static let format = FormatVersion(
    "line of a history", 1, remedy: "begin a new history")

  /// A measurement.
  public struct Entry: Equatable, Sendable {
    /// When it was measured, such as `2026-11-28T17:30:00Z`.
    public var time: String
    public var program: ProgramIdentity
    public var machine: MachineFingerprint
    public var values: [Value]

    public init(time: String, of result: BenchmarkResult) {
      self.time = time
      program = result.program
      machine = result.machine
      values = result.workloads.flatMap { workload in
        workload.figures.compactMap { figure in
          figure.value.map { Value(workload: workload.name, figure: figure.figure, value: $0) }
        }
      }
    }
  }

  /// The median of a figure of a workload.
  public struct Value: Equatable, Sendable {
    public var workload: String
    public var figure: BenchmarkFigure
    public var value: Double
  }

  public var entries: [Entry]

  /// Reads a file; an empty one is a history that has not begun.
  public init(_ bytes: [UInt8]) throws(BenchmarkProblem) {
    entries = []
    for (number, line) in zip(1..., bytes.split(separator: 10, omittingEmptySubsequences: false))
    where !line.isEmpty {
      do throws(BenchmarkProblem) {
        entries.append(try Entry(line: Array(line)))
      } catch {
        throw BenchmarkProblem("line \(number): \(error)")
      }
    }
  }

  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// The workloads and figures that occur, in the order of the last entry that has them.
  public var series: [(workload: String, figure: BenchmarkFigure)] {
    var found: [(workload: String, figure: BenchmarkFigure)] = []
    for value in entries.reversed().flatMap(\.values)
    where !found.contains(where: { $0.workload == value.workload && $0.figure == value.figure }) {
      found.append((value.workload, value.figure))
    }
    return found
  }
}

extension BenchmarkHistory.Entry {
  /// The line, with its end.
  public var line: String { JSONWriter(.compact).text(json) + "\n" }

  /// The object of the line.
  public var json: JSONNode {
    [
      "schemaVersion": .integer(BenchmarkHistory.format.current), "time": .string(time),
      "program": BenchmarkResult.json(program), "machine": BenchmarkResult.json(machine),
      "values": .array(
        values.map { value in
          [
            "workload": .string(value.workload), "figure": .string(value.figure.rawValue),
            "value": .number(value.value),
          ]
        }),
    ]
  }

  init(line: [UInt8]) throws(BenchmarkProblem) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader().read(line)
    } catch {
      throw BenchmarkProblem(error.sentence)
    }
    if let number = node["schemaVersion"]?.integer(as: Int.self),
      let refusal = BenchmarkHistory.format.refusal(
        of: number, writtenBy: node["program"]?["version"]?.string)
    {
      throw BenchmarkProblem(refusal)
    }
    let object = try CheckedObject(
      node, "the entry", keys: ["schemaVersion", "time", "program", "machine", "values"])
    _ = try object.whole("schemaVersion", from: 1)
    time = try object.text("time")
    program = try BenchmarkResult.program(in: object)
    machine = try BenchmarkResult.machine(in: object)
    values = []
    for node in try object.list("values") {
      let value = try CheckedObject(node, "a value", keys: ["workload", "figure", "value"])
      values.append(
        BenchmarkHistory.Value(
          workload: try value.text("workload"), figure: try value.figure("figure"),
          value: try value.requiredNumber("value")))
    }
  }
}
