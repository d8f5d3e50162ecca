import SystemLibrary

/// A socket that accepts connections.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  init(host: String, port: UInt16) throws(ServiceStartError) {
    var hints = addrinfo()
    hints.ai_socktype = Self.stream
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, String(port), &hints, &found)
    guard problem == 0, let found else {
      throw ServiceStartError(
        "'\(host)' is no host that this machine knows: \(String(cString: gai_strerror(problem))).")
    }
    defer { freeaddrinfo(found) }
    let address = found.pointee
    let descriptor = socket(address.ai_family, address.ai_socktype | Self.flags, 0)
    guard descriptor >= 0 else { throw Self.failure(host, port) }
    var one: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 4_096) == 0
    else {
      let failure = Self.failure(host, port)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = Self.port(of: descriptor) ?? port
  }

  private static var stream: Int32 { Int32(SOCK_STREAM.rawValue) }
  private static var flags: Int32 {
    Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  }

  private static func failure(_ host: String, _ port: UInt16) -> ServiceStartError {
    let remedy =
      errno == EADDRINUSE ? " Give another one with '--listen'; port 0 is any that is free." : ""
    return ServiceStartError(
      "The service cannot listen at \(host), port \(port): "
        + "\(String(cString: strerror(errno)).lowercased()).\(remedy)")
  }

  /// The port of a socket, in the order of bytes of the machine.
  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
      guard let base = bytes.baseAddress,
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return nil }
      // The port is behind the family, in the addresses of both versions of IP.
      return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }
  }
}
