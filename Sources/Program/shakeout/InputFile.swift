import CommandLineKit
import SystemLibrary

/// Files that the command line names.
enum InputFile {
  /// The contents; the error names the file and says why it cannot be used.
  static func bytes(of path: String, _ limit: InputLimit) throws(CommandError) -> [UInt8] {
    do throws(FileSource.ReadingError) {
      return try FileSource.bytes(of: path, limit)
    } catch {
      throw CommandError("\(path): \(error)", exitCode: .badData)
    }
  }
}
