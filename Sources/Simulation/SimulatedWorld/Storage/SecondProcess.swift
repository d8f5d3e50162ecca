import SQLiteStores
import SimulatedDisk
import SyncCore

/// A second process of an app, such as its widget, that has the app's database open beside it.
///
/// Whenever the app writes, syncs or copies its log back, this process reads and tries to save. The
/// app holds the storage's lock then, so it finds the storage busy and changes nothing. What it
/// would save has no operation: all that it could change is whether what others saved is still
/// there.
final class SecondProcess {
  /// Whose database it is.
  let replica: Int
  private let drive: Drive
  private let process: Int
  private let database: String
  /// The files that only transactions and checkpoints write.
  private let files: [String]
  private var storage: SQLiteReplicaStorage
  /// So many calls of the app pass before it wakes.
  private var callsLeft: UInt32
  private var news = News()
  /// Why it can do nothing more.
  private var failure: StorageError?

  /// What has happened since someone last asked.
  struct News {
    /// Whether the app has written, and found this process beside it.
    var hasMetApp = false
    /// How often it has saved while the app wrote: the lock excludes that.
    var saves = 0
  }

  /// Opens the database at `place`, which is the file `name` of the drive.
  init(
    beside replica: Int, at place: StorePlace, _ name: String, on drive: Drive,
    afterCalls: UInt32
  ) throws(StoreOpeningError) {
    self.replica = replica
    self.drive = drive
    // No app has a number below zero.
    process = -1 - replica
    database = name
    files = [name, name + "-wal", name + ".mark"]
    callsLeft = afterCalls
    let appsProcess = drive.process
    drive.process = process
    defer { drive.process = appsProcess }
    storage = try SQLiteReplicaStorage(at: place)
  }

  func takeNews() -> News {
    defer { news = News() }
    return news
  }

  /// It has found damaged what was saved.
  var hasFoundDamage: Bool {
    if case .damaged = failure { true } else { false }
  }

  /// From now on it does something at each call of the app that writes.
  func listen() {
    drive.observe = { [weak self] call, file in
      guard call == .write || call == .sync else { return }
      self?.isCalled(file)
    }
    drive.meanwhile = { [weak self] file in
      guard let self else { return }
      if file == database { isCalled(file) } else { listen() }
    }
  }

  private func isCalled(_ file: String) {
    guard files.contains(file) else { return }
    // Its own calls are none of the app's.
    drive.observe = nil
    drive.meanwhile = nil
    if callsLeft > 0 { callsLeft -= 1 } else { readAndSave() }
    listen()
  }

  private func readAndSave() {
    guard failure == nil else { return }
    news.hasMetApp = true
    do throws(StorageError) {
      try storage.look()
      try storage.transaction { (_) throws(StorageError) in }
      news.saves += 1
    } catch {
      if error != .busy { failure = error }
    }
  }

  /// Ends it, as the system ends a widget: its locks are gone.
  func end() {
    drive.observe = nil
    drive.meanwhile = nil
    drive.kill(process: process)
  }
}
