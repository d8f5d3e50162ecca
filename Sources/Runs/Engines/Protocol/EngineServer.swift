import SystemLibrary

/// Serves an engine of this process over standard input and output.
public enum EngineServer {
  /// Replies to calls until input ends. Returns false if a line was no call.
  public static func run(_ link: any EngineLink) -> Bool {
    var buffer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return true }
      buffer += chunk[..<count]
      while let end = buffer.firstIndex(of: 10) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        guard let call = EngineCallReader().read(line), let reply = try? link.perform(call) else {
          return false
        }
        guard send(reply.line(to: call) + [10]) else { return true }
      }
    }
  }

  private static func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
