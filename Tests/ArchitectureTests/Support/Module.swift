/// A room of the house: a target of the package under `Sources`.
struct Module: Sendable {
  let name: String
  /// Other rooms it may import, all of which stand above it in the table.
  let imports: [String]
  /// Modules from outside the package that it may import.
  let outside: [String]
  /// Whether it must be a pure function of its inputs.
  let isPure: Bool

  private static func pure(
    _ name: String, _ imports: [String] = [], outside: [String] = []
  ) -> Module {
    Module(name: name, imports: imports, outside: outside, isPure: true)
  }

  private static func outer(
    _ name: String, _ imports: [String] = [], outside: [String] = []
  ) -> Module {
    Module(name: name, imports: imports, outside: outside, isPure: false)
  }

  /// Who may import whom, from the ground up.
  static let all: [Module] = [
    outer("CMemory"),
    // For the anchor of `AddressOnlyMarker`, which is never used as the atomic that it is.
    pure("Base", ["CMemory"], outside: ["Synchronization"]),
    pure("JSONText"),
    pure("Chronology"),
    pure("DomainCore", ["Base", "Chronology", "JSONText"]),
    pure("Counterparts", ["Base", "Chronology"]),
    pure("SyncCore", ["Base", "Chronology", "DomainCore"]),
    pure("ShakeoutCore", ["Base", "Chronology", "DomainCore", "SyncCore"]),
    pure("SimulationKernel", ["Base", "Chronology"]),
    pure("Faults", ["Base", "Chronology"]),
    pure("Oracles", ["Chronology", "DomainCore"]),
    pure("Properties", ["Base", "Chronology", "DomainCore", "Oracles", "SyncCore"]),
    pure(
      "World",
      [
        "Base", "Chronology", "DomainCore", "Counterparts", "SyncCore", "SimulationKernel",
        "Faults", "Properties",
      ]),
    pure("Metrics", ["Base"]),
    pure(
      "Population",
      ["Base", "Chronology", "DomainCore", "Counterparts", "SyncCore", "JSONText", "Metrics"]),
    pure(
      "Plans",
      [
        "Base", "Chronology", "DomainCore", "Counterparts", "Faults", "World", "Population",
        "JSONText",
      ]),
    pure(
      "Life",
      [
        "Base", "Chronology", "DomainCore", "Counterparts", "SyncCore", "SimulationKernel",
        "Faults", "World", "Population", "Metrics",
      ]),
    outer("CTrap"),
    outer(
      "Simulator",
      [
        "Base", "Chronology", "DomainCore", "Faults", "Properties", "World", "Population",
        "Plans", "Metrics", "Life", "SimulationKernel", "CTrap",
      ], outside: ["Glibc"]),
    outer(
      "Stress",
      [
        "Base", "Chronology", "Counterparts", "DomainCore", "Faults", "JSONText", "Plans",
        "Population",
        "Properties", "Simulator", "SyncCore", "World",
      ]),
    outer("CSQLite"),
    outer("CZstd"),
    outer("Columnar", ["CZstd"]),
    outer(
      "Datasets", ["Base", "Columnar", "CSQLite", "JSONText", "Metrics"], outside: ["Glibc"]),
    outer("Reporting", ["JSONText", "Metrics"]),
    outer(
      "Runs",
      [
        "Base", "Chronology", "Columnar", "CTrap", "Datasets", "DomainCore", "JSONText", "Life",
        "Metrics", "Plans", "Population", "Properties", "Reporting", "Simulator", "Stress", "World",
      ], outside: ["FoundationEssentials", "Glibc", "Synchronization"]),
    outer(
      "Audit",
      [
        "Base", "Chronology", "Columnar", "Datasets", "JSONText", "Metrics", "Population",
        "Reporting",
      ],
      outside: ["FoundationEssentials"]),
    outer("CommandLineKit", ["Base"]),
    outer(
      "shakeout",
      [
        "Audit", "Chronology", "CommandLineKit", "Datasets", "JSONText", "Metrics", "Plans",
        "Population", "Reporting", "Runs", "Stress",
      ],
      outside: ["FoundationEssentials", "Glibc"]),
  ]

  static let pureNames = Set(all.filter(\.isPure).map(\.name))
}
