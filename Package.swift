// swift-tools-version: 6.2

import PackageDescription

// Every target gets the same settings, from one loop at the end of this file:
//
// - warnings are errors, because a warning nobody must act on is a warning nobody reads;
// - `ExistentialAny` makes the cost of an existential visible where it is paid;
// - `MemberImportVisibility` and `InternalImportsByDefault` keep a room's imports honest: what
//   a file uses it names, and what a room imports does not leak to those above it.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A room of the house and the rooms it may import; ARCHITECTURE.md explains each.
func module(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports)
}

func tests(of name: String, imports: [Target.Dependency] = [], resources: [Resource] = [])
  -> Target
{
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports, resources: resources)
}

let rooms: [Target] = [
  // Libraries of the system. No pkg-config: the compiler finds them by itself where
  // scripts/install-dependencies looks for them, and a machine without pkg-config gets no warnings.
  .systemLibrary(name: "CSQLite"),
  .systemLibrary(name: "CZstd"),
  // `malloc` and nothing else of the C library.
  .systemLibrary(name: "CMemory"),

  // Pure rooms: no Foundation, no clock, no files, no threads.
  module("Base", imports: ["CMemory"]),
  module("JSONText"),
  module("Chronology"),
  module("DomainCore", imports: ["Base", "Chronology", "JSONText"]),
  module("Counterparts", imports: ["Base", "Chronology"]),
  module("SyncCore", imports: ["Base", "Chronology", "DomainCore"]),
  // The face that other packages import.
  module("ShakeoutCore", imports: ["Base", "Chronology", "DomainCore", "SyncCore"]),
  module("SimulationKernel", imports: ["Base", "Chronology"]),
  module("Faults", imports: ["Base", "Chronology"]),
  // Plain retellings of what folds make of the log.
  module("Oracles", imports: ["Chronology", "DomainCore"]),
  module("Properties", imports: ["Base", "Chronology", "DomainCore", "Oracles", "SyncCore"]),
  module(
    "World",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "SyncCore", "SimulationKernel", "Faults",
      "Properties",
    ]),
  module("Metrics", imports: ["Base"]),
  module(
    "Population",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "Faults", "JSONText", "Metrics",
      "SyncCore",
    ]),
  module(
    "Plans",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "Faults", "JSONText", "Population",
      "World",
    ]),
  module(
    "Life",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "SyncCore", "SimulationKernel", "Faults",
      "World", "Population", "Metrics",
    ]),

  // C, because a handler of signals may call nothing that Swift calls without being asked.
  module("CTrap"),

  // Outer rooms: threads, files, the terminal.
  module(
    "Simulator",
    imports: [
      "Base", "Chronology", "DomainCore", "Faults", "Properties", "World", "Plans", "Population",
      "Metrics", "Life", "SimulationKernel", "CTrap",
    ]),
  module(
    "Stress",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "Faults", "JSONText", "Plans",
      "Population", "Properties", "Simulator", "SyncCore", "World",
    ]),
  module("Columnar", imports: ["CZstd"]),
  module("Datasets", imports: ["Base", "Columnar", "CSQLite", "JSONText", "Metrics"]),
  module("Reporting", imports: ["JSONText", "Metrics"]),
  module(
    "Runs",
    imports: [
      "Base", "Chronology", "Columnar", "CTrap", "Datasets", "DomainCore", "Faults", "JSONText",
      "Life", "Metrics", "Plans", "Population", "Properties", "Reporting", "Simulator", "Stress",
      "World",
    ]),
  module(
    "Audit",
    imports: [
      "Base", "Chronology", "Columnar", "Datasets", "JSONText", "Metrics", "Population",
      "Reporting",
    ]),
  module("CommandLineKit", imports: ["Base"]),
]

let programs: [Target] = [
  .executableTarget(
    name: "shakeout",
    dependencies: [
      "Audit", "Chronology", "CommandLineKit", "Datasets", "Faults", "JSONText", "Metrics",
      "Plans", "Population", "Reporting", "Runs", "Stress",
    ]),
  .executableTarget(
    name: "shakeout-benchmark",
    dependencies: [
      "AllocationCount", "Base", "Chronology", "DomainCore", "Population", "Reporting", "Runs",
    ], path: "Benchmarks/Own"),
  // Counts what a program allocates, by standing before the C library's allocator.
  .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
]

let testTargets: [Target] = [
  tests(of: "Base", resources: [.copy("Vectors")]),
  tests(of: "JSONText"),
  tests(of: "Chronology", imports: ["Base"], resources: [.copy("Vectors")]),
  tests(of: "DomainCore", imports: ["Base", "Chronology"], resources: [.copy("Vectors")]),
  tests(of: "Counterparts", imports: ["Chronology"]),
  tests(of: "SyncCore", imports: ["Base", "Chronology", "DomainCore"]),
  tests(of: "ShakeoutCore"),
  tests(of: "SimulationKernel", imports: ["Base", "Chronology"]),
  tests(of: "Faults", imports: ["Base", "Chronology", "SimulationKernel"]),
  tests(of: "Oracles", imports: ["Base", "Chronology", "DomainCore"]),
  tests(of: "Properties", imports: ["Base", "Chronology", "DomainCore", "Oracles", "SyncCore"]),
  tests(of: "Plans", imports: ["Base", "Chronology", "DomainCore", "JSONText"]),
  tests(
    of: "World",
    imports: [
      "Base", "Chronology", "DomainCore", "Faults", "SimulationKernel", "SyncCore",
    ]),
  tests(of: "Population", imports: ["Base", "Chronology", "DomainCore", "JSONText", "Metrics"]),
  tests(
    of: "Simulator",
    imports: [
      "Base", "Chronology", "Counterparts", "DomainCore", "Faults", "Life", "Metrics", "Plans",
      "Population", "Properties", "SyncCore", "World",
    ]),
  tests(
    of: "Stress",
    imports: [
      "Base", "Chronology", "DomainCore", "Faults", "JSONText", "Plans", "Population", "Properties",
      "Simulator", "World",
    ], resources: [.copy("Corpus")]),
  tests(
    of: "Life", imports: ["Base", "Chronology", "DomainCore", "Faults", "World"]),
  tests(of: "Metrics", imports: ["Base", "Chronology"], resources: [.copy("Vectors")]),
  tests(of: "Columnar", imports: ["Base"]),
  tests(of: "Datasets", imports: ["Base", "Columnar", "CSQLite", "JSONText", "Metrics"]),
  tests(of: "Reporting", imports: ["Base", "JSONText", "Metrics"], resources: [.copy("Golden")]),
  tests(
    of: "Runs",
    imports: [
      "Base", "Chronology", "Columnar", "Datasets", "DomainCore", "JSONText", "Metrics", "Oracles",
      "Population", "Properties", "Reporting", "Simulator",
    ]),
  tests(
    of: "Audit",
    imports: ["Datasets", "JSONText", "Metrics", "Population", "Reporting", "Runs"],
    resources: [.copy("Golden")]),
  .testTarget(
    name: "JourneyTests", dependencies: ["Base", "Chronology", "DomainCore", "SyncCore"]),
  tests(of: "CommandLineKit", resources: [.copy("Golden")]),
  .testTarget(name: "HouseRulesTests"),
  .testTarget(
    name: "ProgramTests", dependencies: ["JSONText", "shakeout", "crash-program"],
    resources: [.copy("Golden")]),
  // Walks into traps, so that tests can see what is left of it.
  .executableTarget(
    name: "crash-program", dependencies: ["Population", "Runs", "Simulator", "World"],
    path: "Tests/Program/CrashProgram"),
]

let package = Package(
  name: "shakeout",
  products: [
    .executable(name: "shakeout", targets: ["shakeout"]),
    .library(name: "ShakeoutCore", targets: ["ShakeoutCore"]),
  ],
  targets: rooms + programs + testTargets,
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
  // Without optimisation a square root is a call, which nothing else links a library for.
  target.linkerSettings = (target.linkerSettings ?? []) + [.linkedLibrary("m")]
}
