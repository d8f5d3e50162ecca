public import Base
public import JSONText

extension BenchmarkResult {
  /// The file.
  public var json: JSONNode {
    [
      "schemaVersion": .integer(Self.format.current),
      "program": Self.json(program), "machine": Self.json(machine),
      "repetitions": .integer(repetitions),
      "workloads": .array(workloads.map(\.json)),
      "bounds": .array(
        bounds.map { bound in
          [
            "workload": .string(bound.workload), "figure": .string(bound.figure.rawValue),
            "reference": .string(bound.reference), "atMost": .number(bound.atMost),
          ]
        }),
      "release": release.map { ["version": .string($0.version), "date": .string($0.date)] }
        ?? .null,
    ]
  }

  /// What identifies a program, as all documents write it.
  public static func json(_ program: ProgramIdentity) -> JSONNode {
    [
      "version": .string(program.version), "commit": .string(program.commit),
      "sources": .string(program.sources),
    ]
  }

  /// A machine, as all documents write it.
  public static func json(_ machine: MachineFingerprint) -> JSONNode {
    [
      "processor": .string(machine.processor), "architecture": .string(machine.architecture),
      "cores": .integer(machine.cores), "system": .string(machine.system),
      "library": .string(machine.library), "toolchain": .string(machine.toolchain),
    ]
  }

  /// Reads a file; the problem names the place.
  public init(_ bytes: [UInt8]) throws(BenchmarkProblem) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader(accepting: [.byteOrderMark]).read(bytes)
    } catch {
      throw BenchmarkProblem("\(error)")
    }
    if let number = node["schemaVersion"]?.integer(as: Int.self),
      let refusal = Self.format.refusal(
        of: number, writtenBy: node["program"]?["version"]?.string)
    {
      throw BenchmarkProblem(refusal)
    }
    let object = try CheckedObject(
      node, "the file",
      keys: [
        "schemaVersion", "program", "machine", "repetitions", "workloads", "bounds", "release",
      ])
    _ = try object.whole("schemaVersion", from: 1)
    self.init(
      program: try Self.program(in: object),
      machine: try Self.machine(in: object), repetitions: try object.whole("repetitions", from: 0),
      workloads: try Self.workloads(in: object), bounds: try Self.bounds(in: object),
      release: try Self.release(in: object))
    for bound in bounds {
      for name in [bound.workload, bound.reference] where self[name] == nil {
        throw BenchmarkProblem(
          "'bounds' names the workload '\(name)', which the file does not have")
      }
    }
  }

  static func program(in object: CheckedObject) throws(BenchmarkProblem) -> ProgramIdentity {
    let program = try object.object("program", keys: ["version", "commit", "sources"])
    return ProgramIdentity(
      version: try program.text("version"), commit: try program.text("commit"),
      sources: try program.text("sources"))
  }

  static func machine(
    in object: CheckedObject
  ) throws(BenchmarkProblem) -> MachineFingerprint {
    let machine = try object.object(
      "machine",
      keys: ["processor", "architecture", "cores", "system", "library", "toolchain"])
    return MachineFingerprint(
      processor: try machine.text("processor"), architecture: try machine.text("architecture"),
      cores: try machine.whole("cores", from: 1), system: try machine.text("system"),
      library: try machine.text("library"), toolchain: try machine.text("toolchain"))
  }

  private static func workloads(
    in object: CheckedObject
  ) throws(BenchmarkProblem) -> [MeasuredWorkload] {
    var workloads: [MeasuredWorkload] = []
    for node in try object.list("workloads") {
      let workload = try MeasuredWorkload(node)
      guard !workloads.contains(where: { $0.name == workload.name }) else {
        throw BenchmarkProblem("there are two workloads '\(workload.name)'")
      }
      workloads.append(workload)
    }
    guard !workloads.isEmpty else { throw BenchmarkProblem("'workloads' is empty") }
    return workloads
  }

  private static func bounds(in object: CheckedObject) throws(BenchmarkProblem) -> [RelativeBound] {
    var bounds: [RelativeBound] = []
    for node in try object.list("bounds", isRequired: false) {
      let bound = try CheckedObject(
        node, "a bound", keys: ["workload", "figure", "reference", "atMost"])
      bounds.append(
        RelativeBound(
          workload: try bound.text("workload"), figure: try bound.figure("figure"),
          reference: try bound.text("reference"), atMost: try bound.requiredNumber("atMost")))
    }
    return bounds
  }

  private static func release(
    in object: CheckedObject
  ) throws(BenchmarkProblem) -> BenchmarkRelease? {
    guard object.optional("release") != nil else { return nil }
    let release = try object.object("release", keys: ["version", "date"])
    let date = try release.text("date")
    guard RaiseList.isDate(date) else {
      throw BenchmarkProblem("'date' of 'release' must be a day such as 2026-11-28, not '\(date)'")
    }
    return BenchmarkRelease(version: try release.text("version"), date: date)
  }
}

extension MeasuredWorkload {
  var json: JSONNode {
    [
      "name": .string(name), "scenario": .string(scenario), "people": .integer(people),
      "days": .integer(days), "seed": .integer(seed),
      "settings": .array(settings.map { .string($0) }), "figures": .array(figures.map(\.json)),
    ]
  }

  init(_ node: JSONNode) throws(BenchmarkProblem) {
    let object = try CheckedObject(
      node, "a workload",
      keys: ["name", "scenario", "people", "days", "seed", "settings", "figures"])
    self.init(
      name: try object.text("name"), scenario: try object.text("scenario"),
      people: try object.whole("people", from: 1), days: try object.whole("days", from: 1),
      seed: try object.whole("seed", from: 0), settings: try object.texts("settings"))
    for node in try object.list("figures") {
      let read = try MeasuredFigure(node)
      guard self[read.figure] == nil else {
        throw BenchmarkProblem(
          "the workload '\(name)' has the figure '\(read.figure.rawValue)' twice")
      }
      figures.append(read)
    }
  }
}

extension MeasuredFigure {
  var json: JSONNode {
    let members: [(String, JSONNode)] = [
      ("figure", .string(figure.rawValue)),
      ("samples", .array(samples.map { .number($0) })),
    ]
    let others = [
      ("tolerance", tolerance), ("limit", limit), ("releasedLimit", releasedLimit),
    ].compactMap { name, value in value.map { (name, JSONNode.number($0)) } }
    return .object(members + others)
  }

  init(_ node: JSONNode) throws(BenchmarkProblem) {
    let object = try CheckedObject(
      node, "a figure", keys: ["figure", "samples", "tolerance", "limit", "releasedLimit"])
    self.init(
      try object.figure("figure"), samples: try object.numbers("samples"),
      tolerance: try object.number("tolerance"), limit: try object.number("limit"),
      releasedLimit: try object.number("releasedLimit"))
    guard !samples.isEmpty || limit != nil else {
      throw BenchmarkProblem("the figure '\(figure.rawValue)' has neither samples nor a limit")
    }
  }
}
