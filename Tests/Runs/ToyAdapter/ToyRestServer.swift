import SystemLibrary

/// A server of counters on a socket. A request is a line, "add <device> <number> <key> <amount>" or
/// "get". What it has done is in a file of its directory.
struct ToyRestServer {
  private let isIdempotent: Bool
  private let log: Int32
  private var counters: [String: Int] = [:]
  private var last: [String: Int] = [:]
  private var revision = 0

  init(isIdempotent: Bool) {
    self.isIdempotent = isIdempotent
    let directory = getenv("DIRECTORY").map { String(cString: $0) } ?? "."
    log = open("\(directory)/log", O_RDWR | O_CREAT | O_APPEND, 0o644)
    for line in Self.text(of: log).split(separator: "\n") { add(line.split(separator: " ")) }
  }

  /// Serves until it is killed.
  mutating func run() {
    let port = getenv("PORT").flatMap { UInt16(String(cString: $0)) } ?? 0
    let listener = ToySocket.listening(at: port)
    while listener >= 0 {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      if let line = ToySocket.line(from: connection) {
        ToySocket.send(answer(line), to: connection)
      }
      close(connection)
    }
  }

  private mutating func answer(_ line: String) -> String {
    let words = line.split(separator: " ")
    if words.count == 5, words[0] == "add" {
      let number = Int(words[2]) ?? 0
      if !isIdempotent || number == last[String(words[1]), default: 0] + 1 {
        add(words)
        ToySocket.send(line, to: log)
      }
      return "done"
    }
    let pairs = counters.map { "\($0.key)=\($0.value)" } + last.map { "\($0.key)=\($0.value)" }
    return "\(revision) " + pairs.joined(separator: " ")
  }

  private mutating func add(_ words: [Substring]) {
    guard words.count == 5, let number = Int(words[2]), let amount = Int(words[4]) else { return }
    counters[String(words[3]), default: 0] += amount
    last[String(words[1])] = number
    revision += 1
  }

  private static func text(of descriptor: Int32) -> String {
    var (bytes, chunk): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 12))
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}

/// Sockets that block.
enum ToySocket {
  static func listening(at port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isBound = address(port) { bind(descriptor, $0, $1) } == 0
    return isBound && listen(descriptor, 64) == 0 ? descriptor : -1
  }

  /// The answer to a line; nil if there is none.
  static func exchange(_ line: String, port: UInt16) -> String? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    guard address(port, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    var time = timeval(tv_sec: 0, tv_usec: 300_000)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    send(line, to: descriptor)
    return self.line(from: descriptor)
  }

  static func send(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  static func line(from descriptor: Int32) -> String? {
    var (bytes, byte): ([UInt8], UInt8) = ([], 0)
    while read(descriptor, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  private static func address<Value>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
