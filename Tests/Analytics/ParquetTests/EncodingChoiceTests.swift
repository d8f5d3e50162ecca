import TestKit
import Testing

@testable import Parquet

@Suite("Each chunk is written in the encoding that makes it smallest")
struct EncodingChoiceTests {
  private static let rows = 20_000

  @Test("ascending numbers as differences")
  func ascending() throws {
    let chunk = try chunk(.int64, (0..<Self.rows).map { .integer(Int64($0) * 60_000) })
    #expect(chunk.encodings.contains(.deltaBinaryPacked))
    #expect(chunk.compressedByteCount < 200)
  }

  @Test("numbers in no order, as differences only as far as every reader knows these")
  func wideDifferences() throws {
    var random = SplitMix64(seed: 4)
    for (bound, kind) in [(1 << 26, ColumnKind.int32), (1 << 30, .int32), (1 << 40, .int64)] {
      let chunk = try chunk(kind, (0..<Self.rows).map { _ in .integer(Int64(random.below(bound))) })
      #expect(chunk.encodings.contains(.deltaBinaryPacked) == (bound == 1 << 26), "\(bound)")
    }
  }

  @Test("truths plain, which every reader knows")
  func truths() throws {
    let chunk = try chunk(.boolean, (0..<Self.rows).map { .boolean($0 / 900 % 2 == 0) })
    #expect(chunk.encodings == [.plain])
  }

  @Test("small counts as indices into a dictionary, in little more than their entropy")
  func counts() throws {
    var random = SplitMix64(seed: 1)
    let chunk = try chunk(
      .int32, (0..<Self.rows).map { _ in .integer(Int64(random.count(chance: 0.3, upTo: 12))) })
    #expect(chunk.encodings.contains(.runLengthDictionary))
    // The distribution has 1.26 bits of entropy.
    #expect(chunk.compressedByteCount * 8 < Self.rows * 15 / 10)
  }

  @Test("measures as indices while few differ, plain when many do")
  func doubles() throws {
    var random = SplitMix64(seed: 2)
    let few = try chunk(
      .double, (0..<Self.rows).map { _ in .double((Double(random.below(40)) / 8).bitPattern) })
    #expect(few.encodings.contains(.runLengthDictionary))
    let many = try chunk(
      .double, (0..<Self.rows).map { _ in .double((70 + random.bell()).bitPattern) })
    #expect(many.encodings == [.plain])
    #expect(many.compressedByteCount < Self.rows * 8)
  }

  @Test("a column of nulls in the one encoding that every reader knows")
  func nulls() throws {
    let cells = [Cell](repeating: .null, count: Self.rows)
    let table = TestTable(.int32, isNullable: true, cells)
    let chunk = try table.groups(of: Self.rows)[0].metadata.columns[0]
    #expect(chunk.encodings == [.plain, .runLength])
    #expect(chunk.compressedByteCount < 60)
  }

  @Test("a constant column costs next to nothing", arguments: ColumnKind.allCases)
  func constant(kind: ColumnKind) throws {
    let cell: Cell =
      switch kind.storage {
      case .boolean: .boolean(true)
      case .int32, .int64: .integer(100)
      case .double: .double(2.5.bitPattern)
      case .handle: .text("always the same")
      }
    let chunk = try chunk(kind, [Cell](repeating: cell, count: Self.rows))
    #expect(chunk.compressedByteCount < 120)
  }

  private func chunk(_ kind: ColumnKind, _ cells: [Cell]) throws -> ColumnChunkMetadata {
    try TestTable(kind, cells).groups(of: Self.rows)[0].metadata.columns[0]
  }
}
