public import Environment
import JSONText

/// What replicas and the server rest on, and what happens to their disks.
public struct StorageParameters: Sendable, Equatable {
  public var kind = StorageKind.memory
  public var powerCutsPerDeviceYear = 0.0
  public var diskFailuresPerDeviceYear = 0.0
  public var lyingSyncsPerDeviceYear = 0.0
  public var flippedBitsPerDeviceYear = 0.0
  public var misdirectedWritesPerDeviceYear = 0.0
  public var serverPowerCutsPerYear = 0.0
  public var serverDiskFailuresPerYear = 0.0
  public var secondProcessesPerDeviceYear = 0.0
  public var logFramesMax = 1_000

  init() {}

  /// Whether a parameter has an effect only where there are disks.
  public static func needsDisks(_ path: String) -> Bool {
    path.hasPrefix("storage.") && path != "storage.kind"
  }
}

extension StorageParameters {
  static let fields: [ScenarioField] = [
    ScenarioField(
      ["storage", "kind"], \.storage.kind, .storage, .memory,
      "What replicas and the server rest on: nothing, or SQLite databases on simulated disks",
      .chosen),
    ScenarioField(
      ["storage", "powerCutsPerDeviceYear"], \.storage.powerCutsPerDeviceYear, .real(0...365), 0,
      "Times a year that a device loses its power, also while it saves", .chosen),
    ScenarioField(
      ["storage", "diskFailuresPerDeviceYear"], \.storage.diskFailuresPerDeviceYear,
      .real(0...365), 0,
      "Times a year that a call of a device's file system fails", .chosen),
    ScenarioField(
      ["storage", "lyingSyncsPerDeviceYear"], \.storage.lyingSyncsPerDeviceYear, .real(0...365), 0,
      "Times a year that a device's disk begins to say that it has synced, and has not, until the "
        + "next power cut", .chosen),
    ScenarioField(
      ["storage", "flippedBitsPerDeviceYear"], \.storage.flippedBitsPerDeviceYear,
      .real(0...365), 0, "Times a year that a bit of a device's data changes on its disk",
      .chosen),
    ScenarioField(
      ["storage", "misdirectedWritesPerDeviceYear"], \.storage.misdirectedWritesPerDeviceYear,
      .real(0...365), 0,
      "Times a year that a device's disk writes to another place than it should", .chosen),
    ScenarioField(
      ["storage", "serverPowerCutsPerYear"], \.storage.serverPowerCutsPerYear, .real(0...365), 0,
      "Times a year that the server loses its power, also while it saves", .chosen),
    ScenarioField(
      ["storage", "serverDiskFailuresPerYear"], \.storage.serverDiskFailuresPerYear,
      .real(0...365), 0, "Times a year that a call of the server's file system fails", .chosen),
    ScenarioField(
      ["storage", "secondProcessesPerDeviceYear"], \.storage.secondProcessesPerDeviceYear,
      .real(0...365), 0,
      "Times a year that a widget opens the app's database beside the app, and reads and tries to "
        + "save whenever the app writes, until the app ends", .chosen),
    ScenarioField(
      ["storage", "logFramesMax"], \.storage.logFramesMax, .whole(1...100_000), 1_000,
      "Frames that the log of a device's database may have before the app copies it back", .chosen),
  ]
}

extension ScenarioType<StorageKind> {
  static var storage: Self {
    Self(
      .choice(StorageKind.allCases.map(\.rawValue)),
      value: { node in node.string.flatMap { StorageKind(rawValue: $0) } },
      json: { .string($0.rawValue) })
  }
}
