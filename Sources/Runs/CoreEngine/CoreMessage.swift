/// What phones and the server send each other.
enum CoreMessage {
  /// A message of a session, with the number of the phone's call.
  case exchange(call: Int32, [UInt8])
  /// A phone asks to be registered by the identity of its install; the server answers with a
  /// registration.
  case registration([UInt8])

  static let server = "server"

  init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case 0 where bytes.count >= 5:
      self = .exchange(
        call: Int32(bitPattern: UInt32(Fields.number(bytes[1..<5]))), Array(bytes[5...]))
    case 1: self = .registration(Array(bytes[1...]))
    default: return nil
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .exchange(let call, let bytes):
      [0] + Fields.bytes(UInt64(UInt32(bitPattern: call)), count: 4) + bytes
    case .registration(let bytes): [1] + bytes
    }
  }
}

/// Numbers and blocks in a row of bytes.
struct Fields {
  private(set) var bytes: [UInt8] = []
  private var place = 0

  init() {}

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func number(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  static func bytes(_ number: UInt64, count: Int = 8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  mutating func append(_ number: UInt64) { bytes += Self.bytes(number) }

  mutating func append(_ block: [UInt8]) {
    append(UInt64(block.count))
    bytes += block
  }

  /// The bytes end too early: they are not what `save` returned.
  struct Truncated: Error {}

  mutating func number() throws(Truncated) -> UInt64 { Self.number(try take(8)) }

  mutating func block() throws(Truncated) -> [UInt8] {
    guard let count = Int(exactly: try number()) else { throw Truncated() }
    return Array(try take(count))
  }

  private mutating func take(_ count: Int) throws(Truncated) -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw Truncated() }
    defer { place += count }
    return bytes[place..<place + count]
  }
}
