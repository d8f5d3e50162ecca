import CMicroHTTPD
import Chronology
import JSONText
import SystemLibrary

/// Writes what happens to standard error, a JSON object a line. Nothing in it is a name or a text
/// of a person: paths have no numbers, and bodies are not in it.
struct ServiceLog {
  let choice: LogChoice

  func event(_ name: String, level: String = "info", _ fields: [(String, JSONNode)] = []) {
    guard choice != .nothing else { return }
    write(name, level, fields)
  }

  func request(_ fields: @autoclosure () -> [(String, JSONNode)]) {
    guard choice == .requests else { return }
    write("request", "info", fields())
  }

  private func write(_ name: String, _ level: String, _ fields: [(String, JSONNode)]) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    let head: [(String, JSONNode)] = [
      ("time", .string(now.description)), ("level", .string(level)), ("event", .string(name)),
    ]
    let bytes = JSONWriter(.compact).bytes(.object(head + fields)) + [UInt8(ascii: "\n")]
    // A log that cannot be written must not stop the service.
    _ = bytes.withUnsafeBytes { SystemLibrary.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
