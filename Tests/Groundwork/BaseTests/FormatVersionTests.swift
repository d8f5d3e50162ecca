import Base
import Testing

@Suite("Formats and the program that writes them")
struct FormatVersionTests {
  private static let format = FormatVersion("sample", 5, oldest: 3, remedy: "make it again")

  @Test("versions in between are read, and older and newer ones get a sentence each")
  func refusals() {
    for number in 3...5 { #expect(Self.format.refusal(of: number) == nil) }
    let now = ProgramIdentity.currentVersion
    #expect(
      Self.format.refusal(of: 2, writtenBy: "0.0.1")
        == "this sample has format version 2, which an older shakeout, 0.0.1, wrote; this "
        + "program, \(now), reads versions 3 to 5: make it again, or use the program that wrote it")
    #expect(
      Self.format.refusal(of: 6)
        == "this sample has format version 6, which a newer shakeout wrote; this program, \(now), "
        + "reads versions 3 to 5: update the program")
    let single = FormatVersion("sample", 2, remedy: "make it again")
    #expect(single.refusal(of: 1)?.contains("reads version 2:") == true)
  }

  @Test("a program is described by what is known of it")
  func description() {
    #expect(ProgramIdentity(version: "1.0.0").description == "1.0.0")
    let hash = String(repeating: "0123456789abcdef", count: 4)
    #expect(
      ProgramIdentity(version: "1.0.0", commit: hash, sources: hash).description
        == "1.0.0 (commit 0123456789ab, sources 0123456789ab)")
    #expect(
      ProgramIdentity(version: "1.0.0", commit: "\(hash)-modified").description
        == "1.0.0 (commit 0123456789ab-modified)")
  }

  @Test("programs of the same sources are the same, whatever their commits are")
  func difference() {
    let one = ProgramIdentity(version: "1.0.0", commit: "a", sources: "5eed")
    let moved = ProgramIdentity(version: "1.0.0", commit: "b", sources: "5eed")
    let changed = ProgramIdentity(version: "1.0.0", commit: "a", sources: "f00d")
    let unknown = ProgramIdentity(version: "1.0.0")
    #expect(!one.mayDiffer(from: moved) && one.mayDiffer(from: changed))
    #expect(!one.mayDiffer(from: unknown))
    #expect(one.mayDiffer(from: ProgramIdentity(version: "2.0.0")))
  }
}
