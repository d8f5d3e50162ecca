import SystemLibrary

/// A connection of a pool: its socket, the part of a request that is not sent yet, and the part of
/// a response that has arrived.
struct Connection: ~Copyable {
  enum State: UInt8 {
    /// There is no socket.
    case closed
    case connecting
    case idle
    /// A response is awaited.
    case busy
  }

  private(set) var descriptor: Int32 = -1
  var state = State.closed
  /// What its request is for.
  var token = 0
  /// Counts the requests, so that a timeout knows whether it is about the current one.
  var request: UInt32 = 0
  /// Whether the connection has brought a response before: one that the server closed while it was
  /// idle is no error.
  var isUsed = false
  /// The rest of a request that the socket has not taken yet.
  var unsent: [UInt8] = []
  var parser = ResponseParser()
  /// The bytes of the response so far.
  private(set) var input: UnsafeMutableRawBufferPointer
  var inputCount = 0
  /// Not before this time it is opened again.
  var opensAt: Int64 = 0

  init() {
    input = .allocate(byteCount: Self.inputBytes, alignment: 16)
  }

  deinit {
    input.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  private static let inputBytes = 4_096
  /// Longer responses are an error.
  static let responseBytesMax = 64 << 20

  mutating func open(_ descriptor: Int32) {
    self.descriptor = descriptor
    state = .connecting
    isUsed = false
    forget()
  }

  mutating func shut() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    state = .closed
    forget()
  }

  private mutating func forget() {
    unsent.removeAll(keepingCapacity: true)
    inputCount = 0
    parser.reset()
  }

  /// Makes room for more of a response; false if there is too much of it.
  mutating func makeRoom() -> Bool {
    guard inputCount == input.count else { return true }
    guard input.count < Self.responseBytesMax else { return false }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: input.count * 4, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(input))
    input.deallocate()
    input = larger
    return true
  }

  /// Takes a complete response out of the input; returns how many bytes have come after it.
  mutating func removeResponse(_ byteCount: Int) -> Int {
    let rest = inputCount - byteCount
    if rest > 0, let base = input.baseAddress {
      memmove(base, base + byteCount, rest)
    }
    inputCount = rest
    parser.reset()
    return rest
  }
}
