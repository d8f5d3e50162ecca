import Foundation
import JSONText
import TestKit
import Testing

@Suite("Damaged JSON")
struct JSONMutationTests {
  static let originals = [
    #"{"name":"x","seed":18446744073709551615,"list":[1,-2.5e-3,true,false,null,"\ud83d\ude00"]}"#,
    "// c\n{ \"a\": /* b */ [ [], {}, [0.0, 1E5,], ], \"é\": \"\\u00e9\\n\", }",
    "[[[[[[\"deep\"]]]]]]", "\"text with \\\"quotes\\\" and 😀\"", "-12.5e+10",
  ]
  static let tokens: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "/*", "*/", "//", "\n", "\r", "-",
      "+", ".", "e", "0", "9", "1e999", "null", "tru", "\u{0}", "é", "\u{FEFF}", " ",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x80], [0xF0, 0x9F]]

  /// A few random edits: a token inserted, a stretch removed or doubled, a byte changed.
  static func mutated(_ original: [UInt8], by generator: inout SplitMix64) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...6, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.insert(contentsOf: tokens.randomElement(using: &generator)!, at: place)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      default:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return bytes
  }

  @Test("never crashes; errors point into the text; accepted text can be written and read again")
  func survivesMutations() throws {
    var generator = SplitMix64(seed: 2)
    var acceptedCount = 0
    let readers = [
      JSONReader(), JSONReader(accepting: [.comments, .trailingCommas, .repeatedKeys]),
    ]
    for _ in 0..<40_000 {
      let original = Self.originals.randomElement(using: &generator)!
      let bytes = Self.mutated(Array(original.utf8), by: &generator)
      let lineCount = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
      for reader in readers {
        do throws(JSONError) {
          let node = try reader.read(bytes)
          acceptedCount += 1
          for layout in [JSONWriter.Layout.compact, .pretty] {
            let again = try JSONReader(accepting: .repeatedKeys)
              .read(JSONWriter(layout).bytes(node))
            #expect(again == node)
          }
        } catch {
          #expect(1...lineCount ~= error.position.line)
          #expect(1...(bytes.count + 1) ~= error.position.column)
          #expect(!error.sentence.isEmpty)
        }
      }
    }
    #expect(acceptedCount > 2_000, "the mutations are too wild to reach accepted texts")
  }

  @Test("no prefix of a text crashes the reader")
  func survivesTruncation() {
    for original in Self.originals {
      let bytes = Array(original.utf8)
      for length in 0..<bytes.count {
        let node = try? JSONReader(accepting: [.comments, .trailingCommas])
          .read(Array(bytes[..<length]))
        #expect(node == nil || original.hasPrefix("-"))
      }
    }
  }

  /// Foundation's reader is an independent implementation of the RFC, plus trailing commas and
  /// repeated keys. Excluded is where the two differ on purpose: its other encodings (byte order
  /// marks, NUL bytes) and numbers out of range.
  @Test("accepts and rejects the same texts as Foundation does")
  func agreesWithFoundation() {
    var generator = SplitMix64(seed: 3)
    var comparedCount = 0
    for _ in 0..<20_000 {
      let original = Self.originals.randomElement(using: &generator)!
      let bytes = Self.mutated(Array(original.utf8), by: &generator)
      if bytes.contains(0) || bytes.starts(with: [0xEF, 0xBB]) { continue }
      let foundation = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: [.fragmentsAllowed])
      do throws(JSONError) {
        _ = try JSONReader(accepting: [.repeatedKeys, .trailingCommas]).read(bytes)
        #expect(foundation != nil, "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        if case .numberOutOfRange = error.problem { continue }
        #expect(foundation == nil, "\(error) in \(String(decoding: bytes, as: UTF8.self))")
      }
      comparedCount += 1
    }
    #expect(comparedCount > 10_000)
  }
}
