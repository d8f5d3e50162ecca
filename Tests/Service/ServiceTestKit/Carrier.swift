import Base
public import Chronology
public import JSONText
public import ServiceCore
public import SyncCore

/// An answer as a client has it.
public struct Reply: Equatable {
  public var status: Int
  /// By names in lower case.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The body as JSON; null if it is none.
  public var json: JSONNode { (try? JSONReader().read(body)) ?? .null }

  /// The last word of the problem's type.
  public var problem: String {
    json["type"]?.string?.split(separator: ":").last.map(String.init) ?? ""
  }

  public var detail: String { json["detail"]?.string ?? "" }

  public func number(_ key: String) -> UInt32 { json[key]?.integer(as: UInt32.self) ?? .max }
}

/// What clients send, whatever carries it.
public struct Sending {
  public var method: String
  /// The path, with parameters.
  public var path: String
  public var token: String?
  public var key: String?
  public var type: String
  public var body: [UInt8]?

  public init(
    _ method: String, _ path: String, token: String? = nil, key: String? = nil,
    type: String = "application/json", body: [UInt8]? = nil
  ) {
    self.method = method
    self.path = path
    self.token = token
    self.key = key
    self.type = type
    self.body = body
  }

  public init(
    _ method: String, _ path: String, token: String? = nil, key: String? = nil, json: JSONNode
  ) {
    self.init(
      method, path, token: token, key: key, body: JSONWriter(.compact).bytes(json))
  }
}

/// Carries requests to a service, by a call or by a socket.
public protocol Carrier: AnyObject {
  func send(_ sending: Sending) throws -> Reply
  /// Sets the clock of the service.
  func setClock(_ now: Instant) throws
}

/// Calls the service in the same process, each request in a batch of its own.
public final class CallCarrier<Storage: ServerStorage & ~Copyable>: Carrier
where Storage.Failure == StorageError {
  public private(set) var service: FamilyService<Storage>
  private var now = Instant(milliseconds: 0)

  public init(_ service: consuming FamilyService<Storage>) { self.service = service }

  public func setClock(_ now: Instant) { self.now = now }

  public func send(_ sending: Sending) throws -> Reply {
    let parts = sending.path.split(separator: "?", maxSplits: 1).map(String.init)
    var parameters: [String: String] = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      parameters[sides[0]] = sides.count > 1 ? sides[1] : ""
    }
    do throws(Problem) {
      let route = try ServiceRoute(method: sending.method, path: parts[0]) { parameters[$0] }
      let call = ServiceCall(
        route, token: sending.token.flatMap { Secret($0) }?.hash,
        key: sending.key.map { Array($0.utf8) }, body: sending.body ?? [])
      return try perform(call)
    } catch {
      return Self.reply(ServiceAnswer(error))
    }
  }

  private func perform(_ call: ServiceCall) throws(Problem) -> Reply {
    do throws(StorageError) {
      try service.begin()
      let outcome = service.perform(call, now: now)
      _ = try service.commit()
      switch outcome {
      case .answer(let answer): return Self.reply(answer)
      case .wait: return Reply(status: 204, body: [])
      }
    } catch {
      throw .storageFailed
    }
  }

  private static func reply(_ answer: ServiceAnswer) -> Reply {
    Reply(
      status: answer.status, headers: ["content-type": "\(answer.type.text)"], body: answer.body)
  }
}
