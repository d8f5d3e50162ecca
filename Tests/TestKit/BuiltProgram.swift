public import Foundation

/// The programs that were built with the tests, whatever the configuration.
public enum BuiltProgram {
  public static func url(_ name: String) throws -> URL {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name)
  }
}
