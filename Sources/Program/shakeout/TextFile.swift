import CommandLineKit
import Datasets
import Glibc
import RunPipeline

/// Small files that a command reads or writes at once.
enum TextFile {
  static func bytes(_ path: String) -> [UInt8]? { FileSource.bytes(of: path) }

  /// Checks that a file can be written, before the work that produces its content.
  static func checkWriting(to path: String) throws(CommandError) {
    do throws(FileError) {
      try WritabilityCheck.file(path)
    } catch {
      throw CommandError("Cannot write '\(path)': \(error.cause).")
    }
  }

  /// Writes a file atomically.
  static func write(_ text: String, to path: String) throws(CommandError) {
    let unfinished = path + ".unfinished"
    do throws(FileError) {
      let sink = try FileSink(path: unfinished, isHashed: false)
      try sink.write(text)
      try sink.end()
      guard rename(unfinished, path) == 0 else { throw FileError.last("cannot write", path) }
    } catch {
      unlink(unfinished)
      throw CommandError("Cannot write '\(path)': \(error.cause).")
    }
  }
}
