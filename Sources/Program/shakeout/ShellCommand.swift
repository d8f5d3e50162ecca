import Load
import RunPipeline
import SystemLibrary

/// The commands of chaos, in processes of their own.
enum ShellCommand {
  /// Runs one; returns what went wrong, after "the command".
  static let run: ChaosCommandRunner = { command, isTooLate in
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return "did not start: '/dev/null' cannot be opened" }
    defer { close(nothing) }
    do throws(ChildProcess.NotStarted) {
      // What it says goes where this program's errors go.
      let child = try ChildProcess(
        "/bin/sh", ["-c", command], standard: [nothing, STDERR_FILENO, STDERR_FILENO],
        isApart: true)
      while !child.hasEnded {
        guard !isTooLate() else {
          child.stop()
          return "did not end in time"
        }
        usleep(5_000)
      }
      switch child.end() {
      case .exit(0): return nil
      case .exit(let status): return "ended with status \(status)"
      case .signal(let number): return "was ended by signal \(number)"
      }
    } catch {
      return "did not start: \(error)"
    }
  }
}
