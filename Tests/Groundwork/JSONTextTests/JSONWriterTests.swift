import JSONText
import TestKit
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  let sample: JSONNode = [
    "b": [1, -2.5, true, .null], "a": ["z": "é\n", "y": [], "x": [:]], "B": "",
  ]

  @Test("compact: one line, members in the order given")
  func compact() {
    #expect(
      JSONWriter(.compact).text(sample)
        == #"{"b":[1,-2.5,true,null],"a":{"z":"é\n","y":[],"x":{}},"B":""}"#)
  }

  @Test("pretty: a line per value, two spaces a level, a line feed at the end")
  func pretty() {
    let expected = #"""
      {
        "b": [
          1,
          -2.5,
          true,
          null
        ],
        "a": {
          "z": "é\n",
          "y": [],
          "x": {}
        },
        "B": ""
      }

      """#
    #expect(JSONWriter(.pretty).text(sample) == expected)
    #expect(JSONWriter(.pretty).text([]) == "[]\n")
  }

  @Test("sorted: members by the bytes of their keys, on every level")
  func sorted() {
    #expect(
      JSONWriter(.compact, sortsKeys: true).text(sample)
        == #"{"B":"","a":{"x":{},"y":[],"z":"é\n"},"b":[1,-2.5,true,null]}"#)
    // Scalars of a higher plane sort after all others in UTF-8, before some of them in UTF-16.
    #expect(
      JSONWriter(.compact, sortsKeys: true).text(["\u{1F600}": 1, "\u{FFFD}": 2, "a": 3])
        == "{\"a\":3,\"\u{FFFD}\":2,\"\u{1F600}\":1}")
  }

  @Test("escapes what must be escaped and nothing else")
  func escapes() {
    let scalars = String(String.UnicodeScalarView((0...0x7F).map { Unicode.Scalar($0)! }))
    let text = JSONWriter(.compact).text(.string(scalars + "é😀"))
    let visible = (0x20...0x7F).map { scalar -> String in
      switch scalar {
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      default: String(Unicode.Scalar(scalar)!)
      }
    }
    #expect(
      text == "\""
        + #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
        + #"\u001e\u001f"# + visible.joined() + "é😀\"")
  }

  @Test(
    "writes doubles in their shortest form and keeps them doubles",
    arguments: [
      (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (1e15, "1000000000000000.0"),
      (1e16, "1e+16"), (1e-5, "1e-05"), (1.0 / 3, "0.3333333333333333"),
      (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (123_456.789, "123456.789"),
    ] as [(Double, String)])
  func doubles(number: Double, expected: String) throws {
    #expect(JSONWriter(.compact).text(.number(number)) == expected)
    #expect(try JSONReader().read(expected).double?.bitPattern == number.bitPattern)
  }

  @Test("writes null for numbers that JSON cannot represent")
  func nonFinite() {
    #expect(
      JSONWriter(.compact).text([.number(.infinity), .number(-.infinity), .number(.nan)])
        == "[null,null,null]")
  }

  @Test("every finite double reads back as itself, bit for bit")
  func doublesRoundTrip() throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = JSONWriter(.compact).text(.number(number))
      #expect(try JSONReader().read(text).value == .number(number), "\(text)")
    }
  }

  @Test("integers of all sizes read back as themselves")
  func integersRoundTrip() throws {
    for integer in [Int128.min, Int128(Int64.min), -1, 0, 1, Int128(UInt64.max), Int128.max] {
      let text = JSONWriter(.compact).text(.integer(integer))
      #expect(try JSONReader().read(text).value == .integer(integer))
    }
  }
}
