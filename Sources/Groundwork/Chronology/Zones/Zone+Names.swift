extension Zone {
  /// The zone of an IANA name, written exactly: "Europe/Berlin"; O(log zones).
  public init?(named name: String) {
    if name == "UTC" {
      self = .utc
      return
    }
    // All names but UTC's stand in the table in order.
    var low: UInt16 = 1
    var high = UInt16(ZoneTable.zoneCount)
    while low < high {
      let middle = (low + high) / 2
      if ZoneTable.name(of: middle).lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < ZoneTable.zoneCount, ZoneTable.name(of: low).elementsEqual(name.utf8)
    else { return nil }
    self.init(uncheckedID: low)
  }

  /// The zone's IANA name.
  public var name: String { String(decoding: ZoneTable.name(of: id), as: UTF8.self) }

  /// Every name that `init(named:)` knows: UTC, then the others in order.
  public static var allNames: [String] { all.map(\.name) }
}

extension Zone: CustomStringConvertible {
  public var description: String { name }
}
