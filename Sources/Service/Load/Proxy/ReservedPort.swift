import SystemLibrary

/// A port of the loopback interface that no one else gets.
///
/// A socket is bound to it and never listens. A server that listens there sets `SO_REUSEADDR`;
/// while none does, connections are refused, and none of them can get the port as its own and so
/// find itself.
public final class ReservedPort: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  /// Takes one that is free. Nil if there is none.
  public init?() {
    guard let descriptor = Self.bound(to: 0) else { return nil }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// A socket that listens at it and blocks nothing; nil if that fails.
  func listen() -> Int32? {
    guard let descriptor = Self.bound(to: port) else { return nil }
    if SystemLibrary.listen(descriptor, 4_096) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  private static func bound(to port: UInt16) -> Int32? {
    let flags =
      SocketAddress.stream | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, flags, 0)
    guard descriptor >= 0 else { return nil }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isBound = SocketAddress.loopback(port: port).withPointer {
      bind(descriptor, $0, $1) == 0
    }
    if isBound { return descriptor }
    close(descriptor)
    return nil
  }
}
