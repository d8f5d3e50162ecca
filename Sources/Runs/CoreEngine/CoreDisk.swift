import SQLiteStores
import SimulatedDisk

/// The disk of a phone or a server: in memory, so that nothing but `save` outlives a crash.
final class CoreDisk {
  private let disk = Disk()
  private let drive: Drive

  init() { drive = disk.makeDrive("drive", number: 1) }

  /// The files as `saved` returned them.
  convenience init(_ fields: inout Fields) throws(Fields.Truncated) {
    self.init()
    for _ in 0..<(try fields.number()) {
      let name = String(decoding: try fields.block(), as: UTF8.self)
      drive.put(try fields.block(), into: name)
    }
  }

  var place: StorePlace {
    StorePlace(database: "drive/store", fileSystem: disk.name, patienceMilliseconds: 0)
  }

  func save(to fields: inout Fields) {
    fields.append(UInt64(drive.names.count))
    for name in drive.names {
      fields.append(Array(name.utf8))
      fields.append(drive.bytes(of: name))
    }
  }
}
