/// A module of the package: a folder `Sources/<Layer>/<Module>`, and a target of that name.
struct Module: Sendable {
  let name: String
  let layer: Layer
  /// Modules of the package that it imports: of lower layers, or above it in its own.
  let imports: [String]
  /// Modules from outside the package that it may import.
  let outside: [String]
  /// Whether it is a pure function of its inputs: no clock, no files, no threads.
  let isPure: Bool

  var folder: String { "Sources/\(layer.rawValue)/\(name)" }

  /// Whether it holds no Swift code, only headers or C.
  var isC: Bool { name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true }

  private static func pure(
    _ name: String, _ layer: Layer, _ imports: [String] = [], outside: [String] = []
  ) -> Module {
    Module(name: name, layer: layer, imports: imports, outside: outside, isPure: true)
  }

  private static func outer(
    _ name: String, _ layer: Layer, _ imports: [String] = [], outside: [String] = []
  ) -> Module {
    Module(name: name, layer: layer, imports: imports, outside: outside, isPure: false)
  }

  /// Which module may import which, from the ground up.
  static let all =
    groundwork + core + stores + analytics + verification + simulation + runs + service + program

  private static let groundwork: [Module] = [
    outer("CMemory", .groundwork),
    outer("CSQLite", .groundwork),
    // The C library, by one name on all platforms.
    outer("SystemLibrary", .groundwork, outside: ["Darwin", "Glibc", "Musl"]),
    // For the anchor of `AddressOnlyMarker`, which is never used as the atomic that it is.
    pure("Base", .groundwork, ["CMemory"], outside: ["Synchronization"]),
    pure("JSONText", .groundwork),
    pure("Chronology", .groundwork),
    pure("UnicodeText", .groundwork),
  ]

  private static let core: [Module] = [
    pure("DomainCore", .core, ["Base", "Chronology", "JSONText", "UnicodeText"]),
    pure("SyncCore", .core, ["Base", "Chronology", "DomainCore"]),
    pure(
      "ShakeoutCore", .core, ["Base", "Chronology", "DomainCore", "SyncCore", "UnicodeText"]),
  ]

  private static let stores: [Module] = [
    outer("SimulatedDisk", .stores, ["Base", "CMemory", "CSQLite"]),
    outer("SQLiteStores", .stores, ["Base", "CSQLite", "Chronology", "DomainCore", "SyncCore"]),
    outer("CPostgreSQL", .stores),
    outer("PostgreSQLStores", .stores, ["Base", "CPostgreSQL", "SyncCore"]),
  ]

  private static let analytics: [Module] = [
    outer("CZstd", .analytics),
    pure("Metrics", .analytics, ["Base"]),
    outer("Parquet", .analytics, ["CZstd"]),
    outer(
      "Datasets", .analytics,
      ["Base", "CSQLite", "JSONText", "Metrics", "Parquet", "SystemLibrary"]),
    pure("Benchmarking", .analytics, ["Base", "JSONText"]),
    outer("Reporting", .analytics, ["Base", "Benchmarking", "JSONText", "Metrics"]),
  ]

  private static let verification: [Module] = [
    pure("ReferenceModels", .verification, ["Chronology", "DomainCore"]),
    pure(
      "Properties", .verification,
      ["Base", "Chronology", "DomainCore", "ReferenceModels", "SyncCore"]),
  ]

  private static let simulation: [Module] = [
    pure("Environment", .simulation, ["Base", "Chronology"]),
    pure(
      "SimulatedWorld", .simulation,
      [
        "Base", "Chronology", "DomainCore", "Environment", "Properties", "SQLiteStores",
        "SimulatedDisk", "SyncCore",
      ]),
    pure(
      "Scenarios", .simulation,
      [
        "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Metrics", "SyncCore",
      ]),
    pure(
      "Population", .simulation,
      ["Base", "Chronology", "DomainCore", "Environment", "Metrics", "Scenarios"]),
    pure(
      "Plans", .simulation,
      [
        "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Scenarios",
        "SimulatedWorld",
      ]),
    pure(
      "Workload", .simulation,
      [
        "Base", "Chronology", "DomainCore", "Environment", "Metrics", "Population", "Scenarios",
        "SimulatedWorld", "SyncCore",
      ]),
    outer("CCrashHandler", .simulation),
    outer(
      "Simulator", .simulation,
      [
        "Base", "CCrashHandler", "Chronology", "DomainCore", "Environment", "Metrics", "Plans",
        "Population", "Properties", "Scenarios", "SimulatedWorld", "SystemLibrary", "Workload",
      ]),
  ]

  private static let runs: [Module] = [
    outer(
      "Stress", .runs,
      [
        "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Plans", "Population",
        "Properties", "SQLiteStores", "Scenarios", "SimulatedWorld", "Simulator", "SyncCore",
      ]),
    outer(
      "RunPipeline", .runs,
      [
        "Base", "CCrashHandler", "Chronology", "Datasets", "DomainCore", "Environment", "JSONText",
        "Metrics", "Parquet", "Plans", "Population", "Properties", "Reporting",
        "SQLiteStores", "Scenarios", "SimulatedWorld", "Simulator", "Stress", "SystemLibrary",
        "Workload",
      ], outside: ["FoundationEssentials", "Synchronization"]),
    outer(
      "Engines", .runs,
      ["Base", "Chronology", "JSONText", "Reporting", "RunPipeline", "Stress", "SystemLibrary"],
      outside: ["FoundationEssentials", "Synchronization"]),
    outer(
      "CoreEngine", .runs,
      [
        "Base", "Chronology", "DomainCore", "Engines", "SQLiteStores", "ShakeoutCore",
        "SimulatedDisk", "SyncCore",
      ]),
    outer(
      "RunVerification", .runs,
      [
        "Base", "Chronology", "Datasets", "JSONText", "Metrics", "Parquet", "Reporting",
        "Scenarios", "SystemLibrary",
      ], outside: ["FoundationEssentials"]),
  ]

  private static let service: [Module] = [
    outer("CMicroHTTPD", .service),
    outer("ServiceCore", .service, ["Base", "Chronology", "DomainCore", "JSONText", "SyncCore"]),
    outer(
      "HTTPService", .service,
      [
        "CMicroHTTPD", "Chronology", "JSONText", "PostgreSQLStores", "SQLiteStores",
        "ServiceCore", "SyncCore", "SystemLibrary",
      ]),
    outer("CEpoll", .service),
    outer(
      "Load", .service,
      [
        "Base", "CEpoll", "Chronology", "DomainCore", "Environment", "JSONText", "Plans",
        "Population", "Properties", "Reporting", "Scenarios", "ServiceCore", "SimulatedWorld",
        "Simulator", "SyncCore", "SystemLibrary",
      ], outside: ["Synchronization"]),
  ]

  private static let program: [Module] = [
    outer("CommandLineKit", .program, ["Base"]),
    outer(
      "shakeout", .program,
      [
        "Base", "Benchmarking", "Chronology", "CommandLineKit", "CoreEngine", "Datasets",
        "Engines", "Environment", "HTTPService", "JSONText", "Load", "Metrics", "Plans",
        "Population",
        "Reporting", "RunPipeline", "RunVerification", "Scenarios", "ServiceCore", "Stress",
        "SystemLibrary",
      ], outside: ["FoundationEssentials", "Synchronization"]),
  ]

  static let pureNames = Set(all.filter(\.isPure).map(\.name))
}

/// A layer of the package: a folder of `Sources`. A layer imports from those before it.
enum Layer: String, CaseIterable, Sendable {
  case groundwork = "Groundwork"
  case core = "Core"
  case stores = "Stores"
  case analytics = "Analytics"
  case verification = "Verification"
  case simulation = "Simulation"
  case runs = "Runs"
  case service = "Service"
  case program = "Program"
}
