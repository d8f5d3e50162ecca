import Base
import Chronology
import Environment
import DomainCore

@testable import Simulator
@testable import SimulatedWorld

extension Community {
  /// The one long time that a device had no network, or no time at all.
  func longWindow(of device: Int) -> OfflineWindow {
    let settings = world.settings
    let windows = OfflineModel(
      settings.network, randomness: Randomness(seed: settings.seed))
    return windows.longWindow(
      device: world.fleet.devices[device].who, start: Zone.utc.startOfDay(settings.firstDay),
      days: settings.days)
      ?? OfflineWindow(from: Instant(milliseconds: 0), until: Instant(milliseconds: 0))
  }

  /// The menus that the people of the run ate from.
  var catalog: FoodCatalog {
    FoodCatalog(
      number: world.settings.seed, foodCount: UInt16(FoodTable.count), hallCount: 3)
  }
}
