import SQLiteStores
import SystemLibrary

/// A file that says what the disk does beside its own: 'slow MILLISECONDS' and 'full'. It is read
/// again while the service runs, so that faults can come and go.
struct DiskFaults {
  private let path: String
  private var conditions = DiskConditions()
  private var readAt = Int64.min

  /// So long what was read counts: a commit asks several times.
  private static let freshNanoseconds: Int64 = 2_000_000

  init(_ path: String) throws(ServiceStartError) {
    self.path = path
    let bytes: [UInt8]
    do throws(FileSource.ReadingError) {
      bytes = try FileSource.bytes(of: path, .diskFaults)
    } catch {
      throw ServiceStartError("\(path): \(error)", kind: .file)
    }
    if let wrong = Self.read(bytes, into: &conditions) {
      throw ServiceStartError(
        "\(path): '\(wrong)' is no fault of a disk; there are 'slow MILLISECONDS', with a number "
          + "from 0 to 60000, and 'full'.", kind: .file)
    }
  }

  /// What the file says now; what it said before while it cannot be read or understood.
  mutating func current() -> DiskConditions {
    let now = ServiceClock.monotonicNanoseconds
    guard readAt < now - Self.freshNanoseconds else { return conditions }
    readAt = now
    var fresh = DiskConditions()
    if let bytes = FileSource.bytes(of: path, max: InputLimit.diskFaults.bytes),
      Self.read(bytes, into: &fresh) == nil
    {
      conditions = fresh
    }
    return conditions
  }

  /// Returns the first word that is wrong.
  static func read(_ bytes: [UInt8], into conditions: inout DiskConditions) -> String? {
    let text = String(decoding: bytes.prefix(InputLimit.diskFaults.bytes), as: UTF8.self)
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    conditions = DiskConditions()
    while let word = words.popFirst() {
      switch word {
      case "full": conditions.isFull = true
      case "slow":
        guard let number = words.popFirst().flatMap({ Double($0) }), (0...60_000).contains(number)
        else { return word }
        conditions.syncDelayMicroseconds = Int32(number * 1_000)
      default: return word
      }
    }
    return nil
  }
}
