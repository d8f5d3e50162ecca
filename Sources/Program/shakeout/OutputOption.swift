import CommandLineKit
import Datasets

/// A file that an option names for the output of a command.
struct OutputOption {
  private let path: String
  private let file: OutputFile

  /// Fails if the file cannot be written, before the work that produces its content; nil for an
  /// option that is not given.
  init?(_ path: String?, appends: Bool = false) throws(CommandError) {
    guard let path else { return nil }
    self.path = path
    do throws(FileError) {
      file = try OutputFile(at: path, appends: appends)
    } catch {
      // A file that is missing is made, so it is the folder.
      let cause = error.code == .missing ? "its folder does not exist" : error.cause
      throw CommandError("Cannot write '\(path)': \(cause).")
    }
  }

  /// Writes all of the content.
  func write(_ text: String) throws(CommandError) {
    do throws(FileError) {
      try file.write(text)
    } catch {
      throw CommandError("Cannot write '\(path)': \(error.cause).")
    }
  }
}
