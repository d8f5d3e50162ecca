import CommandLineKit
import Datasets
import Glibc
import RunPipeline

/// Small files that a command reads or writes whole.
enum TextFile {
  static func bytes(_ path: String) -> [UInt8]? { FileSource.bytes(of: path) }

  /// Whether a file could be written, before all that it takes to know what it says.
  static func checkWriting(to path: String) throws(CommandError) {
    do throws(FileError) {
      try WritabilityCheck.file(path)
    } catch {
      throw CommandError("Cannot write '\(path)': \(error.cause).")
    }
  }

  /// Writes a file that appears whole or not at all.
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
