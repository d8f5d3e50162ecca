/// A format that the program writes, and its number, which rises when its keys or columns change.
///
/// `Tests/Formats` has a description of each format, and a test fails when a description changes
/// while its number stays.
public struct FormatVersion: Hashable, Sendable {
  /// The noun that sentences use, such as "plan".
  public let name: String
  /// The number that the program writes.
  public let current: Int
  /// The lowest number that it reads.
  public let oldest: Int
  /// What to do with a file that is too old, worded to follow a colon.
  private let remedy: String

  public init(_ name: String, _ current: Int, oldest: Int? = nil, remedy: String) {
    self.name = name
    self.current = current
    self.oldest = oldest ?? current
    self.remedy = remedy
  }

  /// Why a file of another number cannot be read, as a sentence without its full stop; nil if it
  /// can be read.
  ///
  /// - Parameter program: the version of the program that wrote it, if the file names it.
  public func refusal(of number: Int, writtenBy program: String? = nil) -> String? {
    guard number < oldest || number > current else { return nil }
    let age = number < oldest ? "an older" : "a newer"
    let writer = program.map { "\(age) shakeout, \($0), wrote" } ?? "\(age) shakeout wrote"
    let read = oldest == current ? "version \(current)" : "versions \(oldest) to \(current)"
    return "this \(name) has format version \(number), which \(writer); this program, "
      + "\(ProgramIdentity.currentVersion), reads \(read): "
      + (number < oldest ? "\(remedy), or use the program that wrote it" : "update the program")
  }
}
