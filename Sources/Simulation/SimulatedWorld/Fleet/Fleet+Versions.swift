import Base
import DomainCore
import Environment
import Properties
import SyncCore

// Mixed versions: each device updates the app at its own time (P19).
//
// The engine is the current version. An app of the previous version stores what it does not know
// without reading it. An app of the next version writes one more field into its operations, which
// no other app knows and all must pass on.
extension Fleet {
  /// Whether a device can get a version: a later one at any time; an earlier one only while the app
  /// has no data, because no app opens what a later version has written.
  func canHave(_ version: AppVersion, _ device: Int) -> Bool {
    guard device < devices.count else { return false }
    if version > devices[device].version { return true }
    return version < devices[device].version
      && (0..<replicas.count).allSatisfy { placements[$0].device != device || isUntouched($0) }
  }

  private func isUntouched(_ replica: Int) -> Bool {
    replicas[replica].store.position == 0 && replicas[replica].store.sequence == 0
  }

  /// Whether the app on a replica's device has such a command.
  @inline(__always) func has(_ kind: FactKind, _ replica: Int) -> Bool {
    !hasMixedVersions
      || kind.since <= devices[placements[replica].device].version.format
  }

  /// Adds the fields of the next version to the pending operations from `first` on. Returns false
  /// if the app on the device is not of that version.
  mutating func writeNewFields(on replica: Int, since first: Int) throws(StorageError) -> Bool {
    guard devices[placements[replica].device].version == .next else { return false }
    try replicas[replica].add(toPendingFrom: first, fields: NextVersionFields.of)
    return true
  }
}

extension AppVersion {
  /// The newest format version that its apps know.
  var format: UInt8 { self == .before ? Fact.schemaCurrent - 1 : Fact.schemaCurrent }
}
