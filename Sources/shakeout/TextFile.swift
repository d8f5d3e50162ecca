import CommandLineKit
import Foundation

/// Small files that a command reads or writes whole.
enum TextFile {
  static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Writes a file that appears whole or not at all.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure("Cannot write '\(path)': \(error.localizedDescription)")
    }
  }
}
