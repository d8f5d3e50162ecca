import CommandLineKit
import Datasets
import FoundationEssentials
import JSONText
import RunPipeline
import SystemLibrary

/// A temporary folder for a measurement, removed with this value, and the processes that run in it.
final class BenchFolder {
  let path: String

  init() throws(CommandError) {
    let url = FileManager.default.temporaryDirectory.appending(path: "shakeout-bench-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw CommandError("Cannot make the folder '\(url.path)' for measurements.")
    }
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A process whose output goes to files of the folder.
  struct Started {
    let name: String
    let child: ChildProcess
    fileprivate let output: String
    fileprivate let errors: String
  }

  /// What a process wrote.
  struct Ended {
    let code: Int32
    let output: [UInt8]
    let errors: String
  }

  /// Starts a program; `name` is unique among those of the folder.
  func start(
    _ program: String, _ words: [String], as name: String
  ) throws(CommandError) -> Started {
    let (output, errors) = ("\(path)/\(name).output", "\(path)/\(name).errors")
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for (file, flags) in [
      ("/dev/null", O_RDONLY), (output, O_WRONLY | O_CREAT | O_TRUNC),
      (errors, O_WRONLY | O_CREAT | O_TRUNC),
    ] {
      let descriptor = open(file, flags | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw CommandError("Cannot write '\(file)': \(String(cString: strerror(errno))).")
      }
      opened.append(descriptor)
    }
    do throws(ChildProcess.NotStarted) {
      let child = try ChildProcess(program, words, standard: opened, isApart: false)
      return Started(name: name, child: child, output: output, errors: errors)
    } catch {
      throw CommandError("The measurement failed: '\(program)' did not start: \(error).")
    }
  }

  /// Waits for the end of a process.
  func end(_ started: Started) throws(CommandError) -> Ended {
    let code: Int32 =
      switch started.child.end() {
      case .exit(let code): code
      case .signal(let number): 128 + number
      }
    if Interruption.isRequested {
      throw CommandError("Interrupted: nothing was written.", exitCode: .interrupted)
    }
    return Ended(
      code: code, output: FileSource.bytes(of: started.output) ?? [],
      errors: String(decoding: FileSource.bytes(of: started.errors) ?? [], as: UTF8.self))
  }

  /// Runs a program to its end; an exit status other than 0 is a failed measurement.
  func run(_ program: String, _ words: [String], as name: String) throws(CommandError) -> Ended {
    let ended = try end(try start(program, words, as: name))
    try Self.check(ended, program)
    return ended
  }

  /// Removes what a run wrote into a folder of its own.
  func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Fails with the first line of what a process had to say.
  static func check(_ ended: Ended, _ program: String) throws(CommandError) {
    guard ended.code != 0 else { return }
    let lines = ended.errors.split(separator: "\n")
    let said = lines.first { $0.hasPrefix("Error: ") }?.dropFirst("Error: ".count) ?? lines.last
    let code = ExitCode(rawValue: ended.code)
    let isOwn = code == .badData || code == .violation
    throw CommandError(
      "The measurement failed: '\(program.split(separator: "/").last ?? "")' ended with "
        + "\(ended.code)\(said.map { ": \($0)" } ?? ".")",
      exitCode: isOwn ? code ?? .failure : .failure)
  }

  /// The object that a process printed.
  static func json(_ ended: Ended, _ program: String) throws(CommandError) -> JSONNode {
    do throws(JSONError) {
      return try JSONReader().read(ended.output)
    } catch {
      throw CommandError("The measurement failed: '\(program)' printed no JSON: \(error).")
    }
  }

  /// The path of an installed program, if there is one.
  static func installed(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
