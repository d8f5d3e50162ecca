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
      throw Self.problem(path, error)
    }
  }

  private static func problem(_ path: String, _ error: FileError) -> CommandError {
    // A file that is missing is made, so it is the folder.
    let cause = error.code == .missing ? "its folder does not exist" : error.cause
    return CommandError("Cannot write '\(path)': \(cause).")
  }

  /// Makes sure that no two options name one file: the later one would replace the earlier one.
  static func refuseRepeatedPaths(
    _ options: [(name: String, path: String?)]
  ) throws(CommandError) {
    for (place, option) in options.enumerated() {
      // Devices take what comes, one behind the other.
      guard let path = option.path, !path.hasPrefix("/dev/") else { continue }
      let other = options[..<place].first { $0.path == path }
      guard let other else { continue }
      throw CommandError(
        "'\(other.name)' and '\(option.name)' would both write '\(path)'. Give each a file of its "
          + "own.", exitCode: .usage)
    }
  }

  /// Writes all of the content.
  func write(_ text: String) throws(CommandError) {
    do throws(FileError) {
      try file.write(text)
    } catch {
      throw Self.problem(path, error)
    }
  }
}
