import Synchronization
import SystemLibrary

/// Sockets of the loopback interface that block nothing.
enum Loopback {
  /// Ports below those that systems give to outgoing connections: while a server is down, no such
  /// connection can take its place.
  private static let ports = 20_000..<32_000
  private static let tried = Atomic<Int>(0)

  /// A port that no one uses; nil if there is none.
  static func freePort() -> UInt16? {
    for _ in 0..<ports.count {
      // Another program of this kind begins elsewhere.
      let place = Int(getpid()) * 61 + tried.add(1, ordering: .relaxed).newValue
      let port = UInt16(ports.lowerBound + place % ports.count)
      if let descriptor = bound(to: port, isShared: false) {
        close(descriptor)
        return port
      }
    }
    return nil
  }

  /// A socket that is bound to a port, and does not listen yet.
  ///
  /// Several sockets can share a port as long as only one of them listens.
  static func bound(to port: UInt16, isShared: Bool) -> Int32? {
    guard let descriptor = open() else { return nil }
    if isShared { set(descriptor, SOL_SOCKET, SO_REUSEADDR) }
    if address(port, { bind(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// A socket that is connected to a port, or soon; nil if no one listens there.
  static func connected(to port: UInt16) -> Int32? {
    guard let descriptor = open() else { return nil }
    let status = address(port) { connect(descriptor, $0, $1) }
    if status == 0 || errno == EINPROGRESS {
      set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
      return descriptor
    }
    close(descriptor)
    return nil
  }

  /// The next connection at a socket that listens; nil if there is none.
  static func accepted(at listener: Int32) -> Int32? {
    // No program is started while connections are accepted, so none can get it meanwhile.
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
    return descriptor
  }

  /// Whether someone accepts connections at a port.
  static func isServed(_ port: UInt16) -> Bool {
    guard let descriptor = connected(to: port) else { return false }
    defer { close(descriptor) }
    var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&file, 1, 100) > 0 && error(of: descriptor) == 0
  }

  /// The error number of a connection that was begun; zero if it stands.
  static func error(of descriptor: Int32) -> Int32 {
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    return number
  }

  /// Closes a connection so that the other end sees an error, and not a regular end.
  static func reset(_ descriptor: Int32) {
    var linger = SystemLibrary.linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger,
      socklen_t(MemoryLayout<SystemLibrary.linger>.size))
    close(descriptor)
  }

  private static func open() -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | flags, 0)
    return descriptor >= 0 ? descriptor : nil
  }

  /// A program that is started meanwhile must not get it.
  private static var flags: Int32 { Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue) }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
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
