import Base
public import SyncCore

/// OFF-3: the identity of an install, in a file outside of the database.
///
/// A backup must not contain it: a database that comes back without it, or arrives on another
/// device, then belongs to another install, and `Replica.isForeign` says so.
public enum InstallFile {
  private static let form: UInt64 = 0x3130_6C6C_6174_736E
  private static let byteCount = 24

  /// The identity in the file; nil if there is none, or none that is whole.
  public static func read(at place: StorePlace) throws(StorageError) -> InstallNonce? {
    guard
      let file = try SideFile(
        place.install, .content, fileSystem: place.fileSystem, creating: false)
    else { return nil }
    let words = SideFile.words(try file.read(byteCount, at: 0))
    guard words.count == 3 else { return nil }
    guard words[0] == form, words[2] == sum(words[1]), words[1] != 0 else { return nil }
    return InstallNonce(raw: words[1])
  }

  /// Writes the identity, durably, in place of any that was there.
  public static func write(_ nonce: InstallNonce, at place: StorePlace) throws(StorageError) {
    try SideFile.remove(place.install, fileSystem: place.fileSystem)
    guard let file = try SideFile(place.install, .content, fileSystem: place.fileSystem) else {
      throw .stopped
    }
    let words = (form.littleEndian, nonce.raw.littleEndian, sum(nonce.raw).littleEndian)
    let code = withUnsafeBytes(of: words) { file.write($0, at: 0) }
    guard code == 0, file.sync() == 0 else { throw .stopped }
  }

  /// The install's identity: the one in the file, or a new one, which `draw` returns. Two processes
  /// that start at once get the same.
  public static func nonce(
    at place: StorePlace, draw: () -> UInt64
  ) throws(StorageError) -> InstallNonce {
    guard let lock = try SideFile(place.lock, .lock, fileSystem: place.fileSystem), lock.share()
    else { throw .stopped }
    try lock.lock(patienceMilliseconds: place.patienceMilliseconds)
    defer { lock.unlock() }
    if let known = try read(at: place) { return known }
    let nonce = InstallNonce(raw: max(1, draw()))
    try write(nonce, at: place)
    return nonce
  }

  private static func sum(_ raw: UInt64) -> UInt64 { Digest128.mix(form, raw, 0, 1).first }
}
