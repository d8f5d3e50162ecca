public import SyncCore

/// Where a storage lies: its database, and what must lie outside of that.
public struct StorePlace {
  /// The path of the database.
  public var database: String
  /// The path, without an ending, of the files beside it: the lock, the mark and the install's
  /// identity. Backups must leave them out, so that a restored or copied database is recognized.
  public var beside: String
  /// The name of a file system that SQLite knows; nil for the system's own.
  public var fileSystem: String?
  /// How long to wait for another process that is saving.
  public var patienceMilliseconds: Int
  /// The log is copied back when it has more frames than this.
  public var logFramesMax: Int

  public init(
    database: String, beside: String? = nil, fileSystem: String? = nil,
    patienceMilliseconds: Int = 5_000, logFramesMax: Int = 1_000
  ) {
    self.database = database
    self.beside = beside ?? database
    self.fileSystem = fileSystem
    self.patienceMilliseconds = patienceMilliseconds
    self.logFramesMax = logFramesMax
  }

  var lock: String { beside + ".lock" }
  var mark: String { beside + ".mark" }
  var install: String { beside + ".install" }
  var salvage: String { beside + ".salvage" }
}

/// Why a storage could not be opened, as one sentence.
public enum StoreOpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A later version of the app has written it.
  case newerVersion(path: String, version: Int32, known: Int32)
  /// The file is not a storage of this program, or one of another kind.
  case otherProgram(path: String)
  /// The files cannot be made or changed there.
  case notWritable(path: String)
  /// The storage itself has failed.
  case storage(StorageError, path: String)

  public var description: String {
    switch self {
    case .newerVersion(let path, let version, let known):
      "A later version of the app has written “\(path)” (its layout is \(version), and this "
        + "version knows up to \(known)); install that version."
    case .otherProgram(let path):
      "The file “\(path)” belongs to another program, or is not a storage of this kind."
    case .notWritable(let path):
      "The storage “\(path)” cannot be opened for writing; check that its folder exists and that "
        + "this program may write there."
    case .storage(let error, let path):
      "The storage “\(path)” cannot be opened: \(error)"
    }
  }

  /// Whether the content is damaged, so that the replica has to start again from its server.
  public var isDamage: Bool {
    if case .storage(.damaged, _) = self { true } else { false }
  }
}
