import Base
import Chronology
import DomainCore
import ServiceCore
import ServiceTestKit
import SyncCore

/// Services that tests call in their own process.
enum Services {
  /// Tokens are numbers that no run changes.
  private static func tokens() -> () -> Secret {
    var count: UInt64 = 0
    return {
      count += 1
      return Secret(Person.digits(1 << 40 + count))!
    }
  }

  static func inMemory() throws -> CallCarrier<MemoryServerStorage> {
    CallCarrier(
      try FamilyService.open(
        MemoryServerStorage(), limits: ServiceLimits(), drawSecret: tokens()))
  }

  static func journaled(
    _ log: SimulatedServerStorage.Log
  ) throws -> CallCarrier<SimulatedServerStorage> {
    CallCarrier(
      try FamilyService.open(
        SimulatedServerStorage(on: log), limits: ServiceLimits(), drawSecret: tokens()))
  }
}

enum DeviceTokenOfTest {
  static let value = DeviceToken(0xAA)
}

extension LocalDay {
  var noonOfTest: Instant { Zone.utc.startOfDay(self) + 12 * Span.hour }
}
