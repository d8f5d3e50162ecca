import Foundation

/// A file system of 256 KiB in memory, if the system permits one.
public final class SmallDisk {
  public let path: String
  private let folder: TemporaryFolder

  /// Only root can mount; without it, the tests that need a small disk are skipped.
  public static let isPossible: Bool = (try? SmallDisk()) != nil

  public init() throws {
    folder = try TemporaryFolder()
    path = folder.path
    try Self.run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", path)
  }

  deinit {
    try? Self.run("umount", path)
  }

  /// Makes the disk read-only.
  public func makeReadOnly() throws {
    try Self.run("mount", "-o", "remount,ro", path)
  }

  private struct RefusalError: Error {}

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RefusalError() }
  }
}
