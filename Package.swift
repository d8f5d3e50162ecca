// swift-tools-version: 6.2

import PackageDescription

// Every target gets the same settings, from one loop at the end of this file:
//
// - warnings are errors, because a warning no one must act on is a warning no one reads;
// - `ExistentialAny` makes the cost of an existential visible where it is paid;
// - `MemberImportVisibility` and `InternalImportsByDefault` keep a module's imports honest: what
//   a file uses it names, and what a module imports does not leak to those above it.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A module of a layer, and the modules it may import; ARCHITECTURE.md explains each.
func module(_ name: String, in layer: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, path: "Sources/\(layer)/\(name)")
}

func tests(
  of name: String, in layer: String, imports: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports,
    path: "Tests/\(layer)/\(name)Tests", resources: resources)
}

// The layers, from the ground up. A module imports from its own layer and from those above it in
// this list, and from nothing else. Down to and including Simulation all Swift code is pure: no
// Foundation, no clock, no files, no threads (but for Simulator, which runs the threads, and for
// the modules of Analytics that write files).

let groundwork: [Target] = [
  // `malloc` and nothing else of the C library.
  .systemLibrary(name: "CMemory", path: "Sources/Groundwork/CMemory"),
  // Libraries of the system. No pkg-config: the compiler finds them by itself where
  // scripts/install-dependencies looks for them, and a machine without pkg-config gets no warnings.
  .systemLibrary(name: "CSQLite", path: "Sources/Groundwork/CSQLite"),
  // The C library of the platform, by one name, and reading files with it.
  module("SystemLibrary", in: "Groundwork"),
  module("Base", in: "Groundwork", imports: ["CMemory"]),
  module("JSONText", in: "Groundwork"),
  module("Chronology", in: "Groundwork"),
  module("UnicodeText", in: "Groundwork"),
]

let core: [Target] = [
  module("DomainCore", in: "Core", imports: ["Base", "Chronology", "JSONText", "UnicodeText"]),
  module("SyncCore", in: "Core", imports: ["Base", "Chronology", "DomainCore"]),
  // The public API that other packages import.
  module(
    "ShakeoutCore", in: "Core",
    imports: ["Base", "Chronology", "DomainCore", "SyncCore", "UnicodeText"]),
]

// Storages outside of the process, and a disk for them that fails as disks do.
let stores: [Target] = [
  module("SimulatedDisk", in: "Stores", imports: ["Base", "CMemory", "CSQLite"]),
  module(
    "SQLiteStores", in: "Stores",
    imports: ["Base", "CSQLite", "Chronology", "DomainCore", "SyncCore"]),
  .systemLibrary(name: "CPostgreSQL", path: "Sources/Stores/CPostgreSQL"),
  module("PostgreSQLStores", in: "Stores", imports: ["Base", "CPostgreSQL", "SyncCore"]),
]

let analytics: [Target] = [
  .systemLibrary(name: "CZstd", path: "Sources/Analytics/CZstd"),
  module("Metrics", in: "Analytics", imports: ["Base"]),
  module("Parquet", in: "Analytics", imports: ["CZstd"]),
  module(
    "Datasets", in: "Analytics",
    imports: ["Base", "CSQLite", "JSONText", "Metrics", "Parquet", "SystemLibrary"]),
  // What a program costs: results of measurements, baselines, and how they are compared.
  module("Benchmarking", in: "Analytics", imports: ["Base", "JSONText"]),
  module("Reporting", in: "Analytics", imports: ["Base", "Benchmarking", "JSONText", "Metrics"]),
]

let verification: [Target] = [
  // Plain models of every derived state, which share no code with the folds they check.
  module("ReferenceModels", in: "Verification", imports: ["Chronology", "DomainCore"]),
  module(
    "Properties", in: "Verification",
    imports: ["Base", "Chronology", "DomainCore", "ReferenceModels", "SyncCore"]),
]

let simulation: [Target] = [
  module("Environment", in: "Simulation", imports: ["Base", "Chronology"]),
  module(
    "SimulatedWorld", in: "Simulation",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "Properties", "SQLiteStores",
      "SimulatedDisk", "SyncCore",
    ]),
  module(
    "Scenarios", in: "Simulation",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Metrics", "SyncCore",
    ]),
  module(
    "Population", in: "Simulation",
    imports: ["Base", "Chronology", "DomainCore", "Environment", "Metrics", "Scenarios"]),
  module(
    "Plans", in: "Simulation",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Scenarios", "SimulatedWorld",
    ]),
  module(
    "Workload", in: "Simulation",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "Metrics", "Population", "Scenarios",
      "SimulatedWorld", "SyncCore",
    ]),
  // C, because a signal handler may call nothing that Swift calls by itself.
  module("CCrashHandler", in: "Simulation"),
  module(
    "Simulator", in: "Simulation",
    imports: [
      "Base", "CCrashHandler", "Chronology", "DomainCore", "Environment", "Metrics", "Plans",
      "Population", "Properties", "Scenarios", "SimulatedWorld", "SystemLibrary", "Workload",
    ]),
]

let runs: [Target] = [
  module(
    "Stress", in: "Runs",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Plans", "Population",
      "Properties", "SQLiteStores", "Scenarios", "SimulatedWorld", "Simulator", "SyncCore",
    ]),
  module(
    "RunPipeline", in: "Runs",
    imports: [
      "Base", "CCrashHandler", "Chronology", "Datasets", "DomainCore", "Environment", "JSONText",
      "Metrics", "Parquet", "Plans", "Population", "Properties", "Reporting",
      "SQLiteStores", "Scenarios", "SimulatedWorld", "Simulator", "Stress", "SystemLibrary",
      "Workload",
    ]),
  // Engines of others, behind a protocol of lines.
  module(
    "Engines", in: "Runs",
    imports: [
      "Base", "Chronology", "JSONText", "Reporting", "RunPipeline", "Stress", "SystemLibrary",
    ]),
  // Shakeout's own engine behind that protocol.
  module(
    "CoreEngine", in: "Runs",
    imports: [
      "Base", "Chronology", "DomainCore", "Engines", "SQLiteStores", "ShakeoutCore",
      "SimulatedDisk", "SyncCore",
    ]),
  module(
    "RunVerification", in: "Runs",
    imports: [
      "Base", "Chronology", "Datasets", "JSONText", "Metrics", "Parquet", "Reporting", "Scenarios",
      "SystemLibrary",
    ]),
]

// The sync engine as a process on a socket, and real servers under real load.
let service: [Target] = [
  // Reads and writes HTTP; ARCHITECTURE.md says why it is not written here.
  .systemLibrary(name: "CMicroHTTPD", path: "Sources/Service/CMicroHTTPD"),
  // Accounts, sign-ins and requests, without sockets.
  module(
    "ServiceCore", in: "Service",
    imports: ["Base", "Chronology", "DomainCore", "JSONText", "SyncCore"]),
  module(
    "HTTPService", in: "Service",
    imports: [
      "CMicroHTTPD", "Chronology", "JSONText", "PostgreSQLStores", "SQLiteStores", "ServiceCore",
      "SyncCore", "SystemLibrary",
    ]),
  // C, because the C library's module for Swift lacks epoll.
  module("CEpoll", in: "Service"),
  module(
    "Load", in: "Service",
    imports: [
      "Base", "CEpoll", "Chronology", "DomainCore", "Environment", "JSONText", "Plans",
      "Population", "Properties", "Reporting", "Scenarios", "ServiceCore", "SimulatedWorld",
      "Simulator", "SyncCore", "SystemLibrary",
    ]),
]

let program: [Target] = [
  module("CommandLineKit", in: "Program", imports: ["Base"]),
  .executableTarget(
    name: "shakeout",
    dependencies: [
      "Base", "Benchmarking", "Chronology", "CommandLineKit", "CoreEngine", "Datasets", "Engines",
      "Environment", "HTTPService",
      "JSONText", "Load", "Metrics", "Plans", "Population", "Reporting", "RunPipeline",
      "RunVerification",
      "Scenarios", "ServiceCore", "Stress", "SystemLibrary",
    ], path: "Sources/Program/shakeout", plugins: ["BuildIdentity"]),
  // Writes the commit and the hash of the sources into the program.
  .plugin(name: "BuildIdentity", capability: .buildTool(), path: "Plugins/BuildIdentity"),
]

let benchmarks: [Target] = [
  .executableTarget(
    name: "shakeout-benchmark",
    dependencies: [
      "AllocationCount", "Base", "CSQLite", "Chronology", "DomainCore", "Reporting", "Responder",
      "RunPipeline", "SQLiteStores", "Scenarios", "SimulatedDisk", "SyncCore",
    ], path: "Benchmarks/Own"),
  // Answers HTTP with as little as possible, for measuring and testing what asks.
  .target(
    name: "Responder", dependencies: ["CEpoll", "SystemLibrary"], path: "Benchmarks/Responder"),
  // Counts what a program allocates, by standing before the C library's allocator.
  .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
]

let testTargets: [Target] = [
  // What the tests of several modules need: folders, small disks, dice, the genesis of scopes.
  .target(
    name: "TestKit", dependencies: ["Base", "Chronology", "DomainCore", "JSONText", "SyncCore"],
    path: "Tests/TestKit"),

  tests(of: "SystemLibrary", in: "Groundwork"),
  tests(of: "Base", in: "Groundwork", resources: [.copy("Vectors")]),
  tests(of: "JSONText", in: "Groundwork", imports: ["TestKit"]),
  tests(
    of: "Chronology", in: "Groundwork", imports: ["Base", "TestKit"], resources: [.copy("Vectors")]),
  tests(
    of: "UnicodeText", in: "Groundwork", imports: ["TestKit"], resources: [.copy("Vectors")]),

  tests(
    of: "DomainCore", in: "Core", imports: ["Base", "Chronology", "TestKit"],
    resources: [.copy("Vectors")]),
  tests(of: "SyncCore", in: "Core", imports: ["Base", "Chronology", "DomainCore", "TestKit"]),
  tests(of: "ShakeoutCore", in: "Core", imports: ["TestKit", "exchange-program"]),
  // A server or a phone in a process of its own, for tests that carry bytes between them.
  .executableTarget(
    name: "exchange-program", dependencies: ["ShakeoutCore", "SystemLibrary"],
    path: "Tests/Core/ExchangeProgram"),
  .testTarget(
    name: "JourneyTests",
    dependencies: [
      "Base", "Chronology", "DomainCore", "SQLiteStores", "SimulatedDisk", "SyncCore", "TestKit",
    ], path: "Tests/Core/JourneyTests"),

  tests(of: "SimulatedDisk", in: "Stores", imports: ["CSQLite"]),
  tests(
    of: "SQLiteStores", in: "Stores",
    imports: [
      "Base", "CSQLite", "Chronology", "DomainCore", "ShakeoutCore", "SimulatedDisk", "SyncCore",
      "TestKit", "family-program", "random-bytes", "store-writer",
    ]),
  tests(
    of: "PostgreSQLStores", in: "Stores",
    imports: ["Base", "Chronology", "DomainCore", "PostgreSQLTestKit", "SyncCore"]),
  // A database server of the tests' own.
  .target(
    name: "PostgreSQLTestKit", dependencies: ["TestKit"], path: "Tests/Stores/PostgreSQLTestKit"),
  // A server or a phone over a file, in a process of its own that tests kill.
  .executableTarget(
    name: "family-program",
    dependencies: ["Base", "SQLiteStores", "ShakeoutCore", "SystemLibrary"],
    path: "Tests/Stores/FamilyProgram"),
  // Reads random bytes until it crashes, or they end.
  .executableTarget(
    name: "random-bytes",
    dependencies: [
      "Base", "Chronology", "DomainCore", "SQLiteStores", "SimulatedDisk", "SyncCore",
      "SystemLibrary", "TestKit",
    ], path: "Tests/Stores/RandomBytes"),
  // Saves until it is killed.
  .executableTarget(
    name: "store-writer",
    dependencies: ["Base", "Chronology", "DomainCore", "SQLiteStores", "SyncCore"],
    path: "Tests/Stores/StoreWriter"),

  tests(
    of: "Metrics", in: "Analytics", imports: ["Base", "Chronology", "TestKit"],
    resources: [.copy("Vectors")]),
  tests(of: "Parquet", in: "Analytics", imports: ["Base", "TestKit"]),
  tests(
    of: "Datasets", in: "Analytics",
    imports: ["Base", "CSQLite", "JSONText", "Metrics", "Parquet", "SystemLibrary", "TestKit"]),
  tests(of: "Benchmarking", in: "Analytics", imports: ["Base", "JSONText", "TestKit"]),
  tests(
    of: "Reporting", in: "Analytics",
    imports: ["Base", "Benchmarking", "JSONText", "Metrics", "TestKit"],
    resources: [.copy("Golden")]),

  tests(
    of: "ReferenceModels", in: "Verification",
    imports: ["Base", "Chronology", "DomainCore", "TestKit"]),
  tests(
    of: "Properties", in: "Verification",
    imports: ["Base", "Chronology", "DomainCore", "ReferenceModels", "SyncCore", "TestKit"]),

  tests(of: "Environment", in: "Simulation", imports: ["Base", "Chronology"]),
  tests(
    of: "SimulatedWorld", in: "Simulation",
    imports: ["Base", "Chronology", "DomainCore", "Environment", "SyncCore", "TestKit"]),
  tests(
    of: "Scenarios", in: "Simulation",
    imports: ["Base", "DomainCore", "JSONText", "Metrics", "TestKit"]),
  tests(
    of: "Population", in: "Simulation",
    imports: ["Base", "Chronology", "DomainCore", "JSONText", "Metrics", "Scenarios", "TestKit"]),
  tests(
    of: "Plans", in: "Simulation",
    imports: ["Base", "Chronology", "DomainCore", "JSONText", "TestKit"]),
  tests(
    of: "Workload", in: "Simulation",
    imports: ["Base", "Chronology", "DomainCore", "Environment", "SimulatedWorld", "TestKit"]),
  tests(
    of: "Simulator", in: "Simulation",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Metrics", "Plans",
      "Population",
      "Properties", "Scenarios", "SimulatedWorld", "SyncCore", "TestKit", "Workload",
    ]),

  tests(
    of: "Stress", in: "Runs",
    imports: [
      "Base", "Chronology", "DomainCore", "Environment", "JSONText", "Plans", "Population",
      "Properties", "Scenarios", "SimulatedWorld", "Simulator", "TestKit",
    ], resources: [.copy("Corpus")]),
  tests(
    of: "RunPipeline", in: "Runs",
    imports: [
      "Base", "Chronology", "Datasets", "DomainCore", "JSONText", "Metrics", "Parquet",
      "Population", "Properties", "ReferenceModels", "Reporting", "Scenarios", "Simulator",
      "TestKit",
    ]),
  tests(
    of: "Engines", in: "Runs",
    imports: ["Base", "EngineToys", "JSONText", "RunPipeline", "TestKit", "toy-adapter"]),
  tests(of: "CoreEngine", in: "Runs", imports: ["Engines"]),
  // Engines in memory, with bugs to order.
  .target(name: "EngineToys", dependencies: ["Engines"], path: "Tests/Runs/EngineToys"),
  // A toy behind the protocol, in a process of its own.
  .executableTarget(
    name: "toy-adapter", dependencies: ["EngineToys", "Engines", "SystemLibrary"],
    path: "Tests/Runs/ToyAdapter"),
  tests(
    of: "RunVerification", in: "Runs",
    imports: [
      "Base", "Datasets", "JSONText", "Metrics", "Parquet", "Population", "Reporting",
      "RunPipeline", "Scenarios", "TestKit",
    ],
    resources: [.copy("Golden")]),

  // What the tests of the service need: people with phones, and carriers of their requests.
  .target(
    name: "ServiceTestKit",
    dependencies: [
      "Base", "Chronology", "DomainCore", "JSONText", "ServiceCore", "SyncCore", "SystemLibrary",
    ], path: "Tests/Service/ServiceTestKit"),
  tests(
    of: "ServiceCore", in: "Service",
    imports: [
      "Base", "Chronology", "DomainCore", "JSONText", "ServiceTestKit", "SyncCore", "TestKit",
    ]),
  tests(
    of: "HTTPService", in: "Service",
    imports: [
      "Base", "Chronology", "DomainCore", "JSONText", "PostgreSQLStores", "PostgreSQLTestKit",
      "SQLiteStores", "ServiceCore", "ServiceTestKit", "SyncCore", "SystemLibrary", "TestKit",
      "shakeout",
    ]),
  tests(
    of: "Load", in: "Service",
    imports: [
      "Base", "Chronology", "DomainCore", "Reporting", "Responder", "Scenarios", "ServiceCore",
      "SimulatedWorld", "SyncCore", "TestKit",
    ]),

  tests(of: "CommandLineKit", in: "Program", imports: ["TestKit"], resources: [.copy("Golden")]),
  .testTarget(
    name: "ProgramTests",
    dependencies: [
      "Base", "CoreEngine", "Engines", "JSONText", "Responder", "TestKit", "crash-program",
      "shakeout", "shakeout-benchmark",
    ],
    path: "Tests/Program/ProgramTests", exclude: ["worst-inputs.tsv"],
    resources: [.copy("Golden")]),
  // Crashes on purpose, so that tests can see what is left of it.
  .executableTarget(
    name: "crash-program",
    dependencies: ["Population", "RunPipeline", "Scenarios", "SimulatedWorld", "Simulator"],
    path: "Tests/Program/CrashProgram"),

  .testTarget(
    name: "ArchitectureTests", path: "Tests/ArchitectureTests",
    exclude: ["private-words-exceptions.tsv", "private-words.tsv"]),
]

let package = Package(
  name: "shakeout",
  // The first versions with `Synchronization`, which `Base` imports. Only Linux has been tried.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "shakeout", targets: ["shakeout"]),
    .library(name: "ShakeoutCore", targets: ["ShakeoutCore"]),
    // A storage for it in SQLite.
    .library(name: "SQLiteStores", targets: ["SQLiteStores"]),
  ],
  targets: groundwork + core + stores + analytics + verification + simulation + runs + service
    + program
    + benchmarks
    + testTargets,
  swiftLanguageModes: [.v6]
)

// The modules optimized and their tests not, whatever the configuration: tests of whole runs take a
// tenth of the time of a debug build, and the tests themselves, which do not gain from it, build
// fast. `.ci/run` asks for it.
let isOptimized = Context.environment["SHAKEOUT_OPTIMIZED"] != nil
let optimization: [SwiftSetting] =
  isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
let optimizationOfTests: [SwiftSetting] =
  isOptimized ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : []

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + settings
    + (target.type == .test ? optimizationOfTests : optimization)
  // Without optimization a square root is a call, which nothing else links a library for.
  target.linkerSettings = (target.linkerSettings ?? []) + [.linkedLibrary("m")]
}
