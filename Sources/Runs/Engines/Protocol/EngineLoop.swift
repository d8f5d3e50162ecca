/// An engine in this process behind the lines of the protocol, as if it were another process: what
/// it is asked and what it replies goes through the same text.
public final class EngineLoop: EngineLink {
  private let engine: any EngineLink
  public private(set) var lastLines: (call: [UInt8], reply: [UInt8])?

  public var isOver: Bool { engine.isOver }

  public init(_ engine: any EngineLink) { self.engine = engine }

  public func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    let line = call.line
    lastLines = (line, [])
    guard let read = EngineCallReader().read(line) else {
      throw .misspoke("A call of this program is none: \(EngineReplyReader.excerpt(line))")
    }
    let reply = try engine.perform(read).line(to: read)
    lastLines = (line, reply)
    return try EngineReplyReader(to: call).read(reply)
  }

  public func dismiss() { engine.dismiss() }
}
