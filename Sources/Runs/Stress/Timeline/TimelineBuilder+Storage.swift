import SimulatedWorld

// What storages do by themselves after a fault of their disk.
extension TimelineBuilder {
  mutating func addStorage(_ event: TraceEvent) {
    switch event.what {
    case .salvaged(let replica, let kept, let lost):
      let whole = Timeline.counted(kept, "waiting operation", "waiting operations")
      let missing = lost.map { $0 == 0 ? "none is lost" : "\($0) lost" }
      add(
        event, lane(replica),
        "finds its data damaged, and begins again as another install: \(whole) whole, "
          + (missing ?? "how many are lost cannot be known"))
    case .savedBeside(let replica, let count):
      add(
        event, lane(replica),
        "its widget has saved \(Timeline.counted(count, "time", "times")) while it wrote or copied "
          + "the log of its database back")
    case .rolledBack(let device):
      add(
        event, .device(device),
        "has earlier data again, which nothing on it can notice: the app is installed again")
    case .serverRestarted(let isWhole):
      add(
        event, .server,
        isWhole
          ? "ends, and opens its journal again" : "ends, and finds that its journal is not whole")
    default: break
    }
  }
}
