/// Reads HTTP/1.1 responses from bytes that come in pieces.
///
/// It reads what a load needs: the status, the length of the body, whether the connection stays
/// open, and when a busy server asks for a retry. Bodies have a length, come in chunks, or end with
/// the connection. An interim response, such as 100, is a response of its own, without a body.
struct ResponseParser {
  /// A response that is complete.
  struct Response: Hashable {
    var status = 0
    /// Where the body lies in the bytes read so far. In chunks it was moved together.
    var bodyStart = 0
    var bodyCount = 0
    /// How many bytes the whole response takes.
    var byteCount = 0
    var closes = false
    var retryAfterSeconds: Int?
  }

  enum Outcome: Hashable {
    case needsMore
    case complete(Response)
    /// The bytes are no response, and why.
    case malformed(String)
  }

  /// Longer heads are no response.
  static let headBytesMax = 65_536

  private enum Body { case none, length(Int), chunks, untilClose }

  private var response = Response()
  private var body = Body.none
  private var hasHead = false
  /// Where the search for the end of the head, or the next chunk, goes on.
  private var place = 0

  /// Forgets the response that was read.
  mutating func reset() { self = ResponseParser() }

  /// Reads on; `bytes` are all bytes since the start of the response.
  mutating func read(_ bytes: UnsafeMutableRawBufferPointer, isEnd: Bool) -> Outcome {
    if !hasHead {
      guard let end = headEnd(in: bytes) else {
        if bytes.count > Self.headBytesMax { return .malformed("its head is too long") }
        return isEnd ? .malformed("the connection ended within its head") : .needsMore
      }
      if let problem = readHead(UnsafeRawBufferPointer(rebasing: bytes[..<end]), end) {
        return .malformed(problem)
      }
    }
    switch body {
    case .none: return complete(0, end: response.bodyStart)
    case .length(let count):
      if bytes.count - response.bodyStart >= count {
        return complete(count, end: response.bodyStart + count)
      }
      return isEnd ? .malformed("the connection ended within its body") : .needsMore
    case .chunks: return readChunks(bytes, isEnd: isEnd)
    case .untilClose:
      return isEnd
        ? complete(bytes.count - response.bodyStart, end: bytes.count) : .needsMore
    }
  }

  private mutating func complete(_ count: Int, end: Int) -> Outcome {
    response.bodyCount = count
    response.byteCount = end
    return .complete(response)
  }

  // MARK: The head

  /// The end of the empty line after the head, searched from where the last search ended.
  private mutating func headEnd(in bytes: UnsafeMutableRawBufferPointer) -> Int? {
    var index = max(place, 3)
    while index < bytes.count {
      if bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A {
        return index + 1
      }
      index += 1
    }
    place = bytes.count
    return nil
  }

  private mutating func readHead(_ head: UnsafeRawBufferPointer, _ end: Int) -> String? {
    hasHead = true
    response.bodyStart = end
    place = end
    guard head.count >= 13, head.starts(with: "HTTP/1.".utf8), head[8] == 0x20,
      let status = Self.number(head[9..<12]), status >= 100
    else { return "it does not begin with 'HTTP/1.1' and a status" }
    response.status = status
    response.closes = head[7] == 0x30
    var hasLength = false
    var line = 12
    while line < end, let next = Self.lineEnd(head, from: line) {
      if line > 12, let problem = readField(head[line..<(next - 1)], &hasLength) { return problem }
      line = next + 1
    }
    if status < 200 || status == 204 || status == 304 {
      body = .none
    } else if !hasLength, case .none = body {
      body = .untilClose
      response.closes = true
    }
    return nil
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }

  private mutating func readField(
    _ line: Slice<UnsafeRawBufferPointer>, _ hasLength: inout Bool
  ) -> String? {
    // Most fields begin with another letter than these.
    guard let first = line.first else { return nil }
    switch first | 0x20 {
    case UInt8(ascii: "c"):
      if let value = Self.value(line, of: "content-length") {
        guard let count = Self.number(value) else { return "its Content-Length is no number" }
        if case .chunks = body { return nil }
        body = .length(count)
        hasLength = true
      } else if let value = Self.value(line, of: "connection") {
        if Self.isEqual(value, "close") { response.closes = true }
        if Self.isEqual(value, "keep-alive") { response.closes = false }
      }
    case UInt8(ascii: "t"):
      if let value = Self.value(line, of: "transfer-encoding"), Self.isEqual(value, "chunked") {
        body = .chunks
      }
    case UInt8(ascii: "r"):
      if let value = Self.value(line, of: "retry-after") {
        response.retryAfterSeconds = Self.number(value)
      }
    default: break
    }
    return nil
  }

  /// The value of a field with this name, in lower case, without blanks around it.
  private static func value(
    _ line: Slice<UnsafeRawBufferPointer>, of name: StaticString
  ) -> Slice<UnsafeRawBufferPointer>? {
    let count = name.utf8CodeUnitCount
    guard line.count > count, line[line.startIndex + count] == UInt8(ascii: ":"),
      isEqual(line[line.startIndex..<(line.startIndex + count)], name)
    else { return nil }
    var value = line[(line.startIndex + count + 1)...]
    while let byte = value.first, byte == 0x20 || byte == 0x09 { value = value.dropFirst() }
    while let byte = value.last, byte == 0x20 || byte == 0x09 { value = value.dropLast() }
    return value
  }

  private static func isEqual(
    _ bytes: Slice<UnsafeRawBufferPointer>, _ name: StaticString
  ) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count {
      let byte = bytes[bytes.startIndex + index]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if lower != name.utf8Start[index] { return false }
    }
    return true
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard !digits.isEmpty, digits.count <= 12 else { return nil }
    var number = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }

  // MARK: Chunks

  /// Moves the chunks together, so that the body is in one piece.
  private mutating func readChunks(
    _ bytes: UnsafeMutableRawBufferPointer, isEnd: Bool
  ) -> Outcome {
    while let line = Self.lineEnd(UnsafeRawBufferPointer(bytes), from: place) {
      guard let count = Self.chunkSize(UnsafeRawBufferPointer(rebasing: bytes[place..<line]))
      else { return .malformed("one of its chunks has no length") }
      let start = line + 1
      if count == 0 {
        // Trailers end with an empty line.
        guard let end = trailerEnd(bytes, from: start) else { break }
        return complete(response.bodyCount, end: end)
      }
      guard bytes.count >= start + count + 2 else { break }
      (bytes.baseAddress! + response.bodyStart + response.bodyCount).copyMemory(
        from: bytes.baseAddress! + start, byteCount: count)
      response.bodyCount += count
      place = start + count + 2
    }
    return isEnd ? .malformed("the connection ended within its chunks") : .needsMore
  }

  private func trailerEnd(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Int? {
    var line = start
    while let end = Self.lineEnd(UnsafeRawBufferPointer(bytes), from: line) {
      if end - line <= 1 { return end + 1 }
      line = end + 1
    }
    return nil
  }

  private static func chunkSize(_ line: UnsafeRawBufferPointer) -> Int? {
    var size = 0
    var digits = 0
    for byte in line {
      if byte == 0x0D || byte == UInt8(ascii: ";") || byte == 0x20 { break }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, digits < 8 else { return nil }
      size = size * 16 + digit
      digits += 1
    }
    return digits == 0 ? nil : size
  }
}
