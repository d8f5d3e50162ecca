import CMicroHTTPD
import Chronology
import JSONText
import PostgreSQLStores
import ServiceCore
import SystemLibrary

// What the HTTP library calls. All of it runs within `MHD_run`, on the thread of the loop.

/// The library has something of a request: first its head, then pieces of its body, then its end.
let handleRequest: MHD_AccessHandlerCallback = {
  loop, connection, path, method, _, bytes, count, state in
  guard let loop, let connection, let path, let method, let count, let state else {
    return httpd_no
  }
  // The loop holds the library, and the library's pointer the request: nothing is counted here.
  return Unmanaged<ServiceLoop>.fromOpaque(loop)._withUnsafeGuaranteedRef { service in
    guard let known = state.pointee else {
      let context = service.context(of: connection)
      state.pointee = Unmanaged.passRetained(context).toOpaque()
      return service.begin(context, method: method, path: path)
    }
    return Unmanaged<RequestContext>.fromOpaque(known)._withUnsafeGuaranteedRef { context in
      if count.pointee > 0 {
        service.take(bytes, count.pointee, for: context)
        count.pointee = 0
        return httpd_yes
      }
      return service.finish(context)
    }
  }
}

/// The library forgets a request: it was answered, or its connection has ended.
let endRequest: MHD_RequestCompletedCallback = { loop, _, state, _ in
  guard let loop, let state, let known = state.pointee else { return }
  state.pointee = nil
  Unmanaged<ServiceLoop>.fromOpaque(loop)._withUnsafeGuaranteedRef { service in
    service.forget(Unmanaged<RequestContext>.fromOpaque(known).takeRetainedValue())
  }
}

let noteConnection: MHD_NotifyConnectionCallback = { loop, _, _, event in
  guard let loop else { return }
  let service = Unmanaged<ServiceLoop>.fromOpaque(loop).takeUnretainedValue()
  service.metrics.openConnections += event == httpd_started ? 1 : -1
}

extension ServiceLoop {
  // MARK: Reading

  /// What a request needs, if possible in the memory of one that was answered.
  fileprivate func context(of connection: OpaquePointer) -> RequestContext {
    underWay += 1
    begunCount += 1
    guard let context = spare.popLast() else {
      return RequestContext(connection, started: turnTime)
    }
    context.begin(connection, started: turnTime)
    return context
  }

  fileprivate func begin(
    _ context: RequestContext, method: UnsafePointer<CChar>, path: UnsafePointer<CChar>
  ) -> MHD_Result {
    do throws(Problem) {
      // The one route that most requests have, without a text.
      if strcmp(path, "/v1/exchange") == 0 && strcmp(method, "POST") == 0 {
        context.route = .exchange
      } else {
        context.route = try ServiceRoute(
          method: String(cString: method), path: String(cString: path),
          parameter: context.parameter)
      }
    } catch {
      context.refuse(error)
    }
    do throws(Problem) {
      try context.readHead(bodyBytesMax: settings.bodyBytesMax, &tokens)
      try limit(context)
    } catch {
      if !context.isRefused { context.refuse(error) }
      // The body is not read, so the library closes the connection behind the answer.
      if error.status == 411 || error.status == 413 {
        context.refuse(error)
        return answer(context, ServiceAnswer(error))
      }
    }
    return httpd_yes
  }

  private func limit(_ context: RequestContext) throws(Problem) {
    guard !clients.isUnlimited else { return }
    switch context.route {
    case .health, .ready, .metrics: return
    default: break
    }
    if let seconds = clients.take(client(of: context), at: context.started) {
      throw Problem(
        429, "too-many-requests",
        "This client has sent more than \(Int(settings.clientRate)) requests a second.",
        retryAfter: seconds)
    }
  }

  /// Whose requests are counted together: an install's, or an address's without a known token.
  private func client(of context: RequestContext) -> ClientLimits.Client {
    if let token = context.token, let client = service?.client(behind: token) {
      return ClientLimits.Client(high: client.install, low: UInt64(client.account))
    }
    var client = ClientLimits.Client(high: 0, low: 0)
    guard let address = httpd_client(context.connection) else { return client }
    let bytes = UnsafeRawPointer(address)
    if address.pointee.sa_family == sa_family_t(AF_INET) {
      client.low = UInt64(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      client.high = .max
    } else {
      // A house has a /64 of the newer addresses.
      client.high = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      client.low = .max
    }
    return client
  }

  fileprivate func take(
    _ bytes: UnsafePointer<CChar>?, _ count: Int, for context: RequestContext
  ) {
    guard !context.isRefused, let bytes else { return }
    guard context.body.count + count <= settings.bodyBytesMax else {
      context.refuse(
        Problem(413, "body-too-long", "A body has at most \(settings.bodyBytesMax) bytes."))
      return
    }
    context.body += UnsafeRawBufferPointer(start: bytes, count: count)
  }

  // MARK: Answering

  fileprivate func finish(_ context: RequestContext) -> MHD_Result {
    // The library closes the connection.
    if context.isDropped { return httpd_no }
    if let ready = context.answer { return answer(context, ready) }
    if context.isAnswered || context.isInRound { return httpd_yes }
    if context.waiting != nil { return suspend(context) }
    if context.isRefused, let problem = context.problem {
      return answer(context, ServiceAnswer(problem))
    }
    let seconds = (turnTime - context.started) / 1_000_000_000
    if seconds > Int64(settings.idleSeconds) {
      return answer(
        context,
        ServiceAnswer(Problem(408, "body-too-slow", "The body took \(seconds) seconds.")))
    }
    do throws(Problem) {
      if let own = try ownAnswer(to: context) { return answer(context, own) }
      try admit(context)
    } catch {
      return answer(context, ServiceAnswer(error))
    }
    if decidesAtOnce { return performAtOnce(context) }
    // Not suspended: that and resuming take three system calls, and the library asks again at once.
    round.append(context)
    admittedCount += 1
    context.isInRound = true
    return httpd_yes
  }

  /// Without that the library would ask again and again until there is an answer.
  func suspend(_ context: RequestContext) -> MHD_Result {
    context.isSuspended = true
    MHD_suspend_connection(context.connection)
    return httpd_yes
  }

  /// Whether a request may join the next transaction.
  private func admit(_ context: RequestContext) throws(Problem) {
    guard service != nil else { throw noService }
    guard round.count < settings.queueMax else {
      throw Problem(
        503, "overloaded", "Too many requests are waiting for the storage.", retryAfter: 1)
    }
    if isStopping, case .news = context.route { throw stopping }
    if isEnding { throw stopping }
  }

  private static let healthy = ServiceAnswer(200, json: ["status": "ok"])

  private var stopping: Problem {
    Problem(503, "stopping", "The service is stopping.", retryAfter: 5)
  }

  /// Why nothing is served now.
  private var noService: Problem {
    guard writer?.standing == .standingBy else { return .storageFailed }
    return Problem(
      503, "standing-by", "Another process serves; this one stands by.", retryAfter: 1)
  }

  /// What the loop answers without the service.
  private func ownAnswer(to context: RequestContext) throws(Problem) -> ServiceAnswer? {
    switch context.route {
    case .health: return Self.healthy
    case .ready:
      guard !isStopping else { throw stopping }
      // One that was stopped for a while does not know yet whether another process serves by now.
      guard service != nil, writer?.mayServe ?? true else { throw noService }
      return ServiceAnswer(200, json: ["status": "ready"])
    case .metrics:
      let current = ServiceMetrics.Current(
        isReady: service != nil && !isStopping, waitingDevices: waiting.count,
        queuedRequests: round.count, journalEntries: service?.entryCount ?? 0,
        now: clock.now().milliseconds)
      return ServiceAnswer(200, .metrics, Array(metrics.text(current).utf8))
    case .clock, .setClock:
      guard clock.isManual else {
        throw Problem(404, "path-unknown", "Only a service with '--clock manual' has a clock.")
      }
      guard context.route == .setClock else {
        return ServiceAnswer(200, json: ["milliseconds": .integer(clock.now().milliseconds)])
      }
      return try setClock(context.body)
    default: return nil
    }
  }

  private func setClock(_ body: [UInt8]) throws(Problem) -> ServiceAnswer {
    let fields = try JSONFields(body, known: ["milliseconds"])
    // The times of feeds have 48 bits, and some of them are behind the clock.
    let range: ClosedRange<Int64> = 0...1 << 47
    let time = try fields.required(
      "milliseconds", "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { node in node.integer(as: Int64.self).flatMap { range.contains($0) ? $0 : nil } }
    guard clock.set(Instant(milliseconds: time)) else {
      throw Problem(
        409, "clock-back", "The clock shows \(clock.now().milliseconds) and does not go back.")
    }
    return .done
  }

  /// Gives an answer to the library, which sends it with its next turn.
  func answer(_ context: RequestContext, _ answer: ServiceAnswer) -> MHD_Result {
    answer.body.withUnsafeBytes {
      self.answer(
        context, answer.status, answer.type, $0, retryAfter: answer.retryAfter,
        allowed: answer.allowed)
    }
  }

  func answer(
    _ context: RequestContext, _ status: Int, _ type: ServiceAnswer.BodyType,
    _ body: UnsafeRawBufferPointer, retryAfter: Int? = nil, allowed: String? = nil
  ) -> MHD_Result {
    context.isAnswered = true
    context.answer = nil
    // Copied, because the library sends it later.
    let response = MHD_create_response_from_buffer(
      body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), httpd_copied)
    guard let response else { return httpd_no }
    defer { MHD_destroy_response(response) }
    // Literals are no `String`, which would be copied for C each time.
    if type != .none { add("Content-Type", type.text.characters, to: response) }
    if status == 401 { add("WWW-Authenticate", "Bearer", to: response) }
    if let retryAfter { add("Retry-After", String(retryAfter), to: response) }
    if let allowed { add("Allow", allowed, to: response) }
    if isStopping { add("Connection", "close", to: response) }
    let nanoseconds = ServiceClock.monotonicNanoseconds - context.started
    var seconds: Double? = Double(nanoseconds) / 1e9
    // How long a device has waited for news is no measure of the service.
    if case .news = context.route { seconds = nil }
    metrics.note(context.route?.template, status, seconds: seconds)
    log.request([
      ("route", context.route.map { .string($0.template) } ?? .null),
      ("status", .integer(status)), ("microseconds", .integer(nanoseconds / 1_000)),
      ("bytesIn", .integer(context.body.count)), ("bytesOut", .integer(body.count)),
    ])
    return MHD_queue_response(context.connection, UInt32(status), response)
  }

  private func add(
    _ name: StaticString, _ value: UnsafePointer<CChar>, to response: OpaquePointer
  ) {
    MHD_add_response_header(response, name.characters, value)
  }

  fileprivate func forget(_ context: RequestContext) {
    underWay -= 1
    if let number = context.waiting { _ = waiting.remove(number) }
    if context.isInRound { round.removeAll { $0 === context } }
    if spare.count < Self.spareMax { spare.append(context) }
  }
}
