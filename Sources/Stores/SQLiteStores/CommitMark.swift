import Base
import SyncCore

/// The last commit, in a file outside of the database.
///
/// The log of a database is cut off where it is damaged, and its head goes with the rest; an older
/// copy is sound in itself. Neither takes this file along, so both are noticed. It is written after
/// each commit and never synced: after a power cut it may be behind, and never ahead. Two places
/// take turns, so that a torn write leaves the one before it.
struct CommitMark {
  private static let form: UInt64 = 0x3130_6B72_616D_7373
  private static let placeSize = 4_096
  private static let byteCount = 32

  /// Which commit it is, and what all of them have written.
  struct Commit: Equatable {
    var number: UInt64 = 0
    var chain: UInt64 = 0

    fileprivate var sum: UInt64 { Digest128.mix(CommitMark.form, number, chain, 0).first }
  }

  private let file: SideFile
  /// What the file had when it was opened.
  let last: Commit?

  init(_ place: StorePlace) throws(StorageError) {
    guard let file = try SideFile(place.mark, .content, fileSystem: place.fileSystem) else {
      throw .stopped
    }
    self.file = file
    var last: Commit?
    for slot in 0..<2 {
      let words = SideFile.words(try file.read(Self.byteCount, at: slot * Self.placeSize))
      guard words.count == 4, words[0] == Self.form else { continue }
      let commit = Commit(number: words[1], chain: words[2])
      guard words[3] == commit.sum, commit.number >= last?.number ?? 0 else { continue }
      last = commit
    }
    self.last = last
  }

  /// Writes a commit. Without it, less is noticed; nothing else depends on it, so a failure is not
  /// one of the commit.
  func write(_ commit: Commit) {
    let words = (
      Self.form.littleEndian, commit.number.littleEndian, commit.chain.littleEndian,
      commit.sum.littleEndian
    )
    withUnsafeBytes(of: words) {
      _ = file.write($0, at: Int(commit.number & 1) * Self.placeSize)
    }
  }
}
