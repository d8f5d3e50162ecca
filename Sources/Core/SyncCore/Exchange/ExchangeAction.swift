/// What the holder of an `ExchangeMachine` does after an event.
public enum ExchangeAction: Hashable, Sendable {
  /// Nothing: a response, a retry or the network is awaited already, or the user is shut out.
  case nothing
  /// Send a request now: `begin()` numbers it. If there is no network, say so by
  /// `networkIsMissing()` instead.
  case send
  /// The exchange is complete, and no other is wanted.
  case rest
  /// No usable response came. Wait, and then report `waited(for:)` with the number of the message.
  case wait(RetryWait)
}

/// What a response asks of an install, beyond another request.
public enum ExchangeReaction: Hashable, Sendable {
  case nothing
  /// The server does not know the install by its number: it registers, and claims that number if
  /// its data is its own.
  case register
  /// OFF-3: the install has handed over what another one left pending. It registers, and says so by
  /// `registeredHandedOver(asksAgain:)`.
  case registerHandedOver(asksAgain: Bool)
}

/// A request that begins: its number, and what it is.
public struct BegunRequest: BitwiseCopyable, Hashable, Sendable {
  /// Identifies the response.
  public let number: Int32
  /// FAM-8: whether it signs the user in; otherwise it sends and asks for rows.
  public let isSignIn: Bool

  init(number: Int32, isSignIn: Bool) {
    self.number = number
    self.isSignIn = isSignIn
  }
}

/// How long a device waits for a response, and before it asks again.
public struct ExchangeTiming: BitwiseCopyable, Hashable, Sendable {
  /// How long it waits for a response.
  public var requestTimeoutMilliseconds: Int64
  /// The first wait before a retry. Each is twice as long as the one before.
  public var retryBackoffMillisecondsMin: Int64
  /// The longest wait before a retry.
  public var retryBackoffMillisecondsMax: Int64

  /// The values of the scenario `default`.
  public init(
    requestTimeoutMilliseconds: Int64 = 10_000, retryBackoffMillisecondsMin: Int64 = 1_000,
    retryBackoffMillisecondsMax: Int64 = 300_000
  ) {
    self.requestTimeoutMilliseconds = requestTimeoutMilliseconds
    self.retryBackoffMillisecondsMin = retryBackoffMillisecondsMin
    self.retryBackoffMillisecondsMax = retryBackoffMillisecondsMax
  }

  /// The wait after so many retries in a row.
  func wait(afterRetries retries: Int32) -> RetryWait {
    let doublings = Int64(min(retries, 20))
    return RetryWait(
      longest: min(retryBackoffMillisecondsMax, retryBackoffMillisecondsMin << doublings))
  }
}

/// How long a device waits before a retry.
///
/// Half of it is random, so that devices that failed together do not retry together. The machine
/// draws nothing: its holder adds the random part.
public struct RetryWait: BitwiseCopyable, Hashable, Sendable {
  /// The fixed part, in milliseconds.
  public let fixed: Int64

  init(longest: Int64) {
    fixed = longest / 2
  }

  /// The random part is a number of milliseconds below this.
  public var randomBound: UInt64 { UInt64(fixed + 1) }

  /// The wait, with 64 random bits.
  public func milliseconds(randomBits: UInt64) -> Int64 {
    fixed + Int64(randomBits.multipliedFullWidth(by: randomBound).high)
  }
}
