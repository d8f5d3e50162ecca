import JSONText
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  static let accepted: [(String, JSONNode)] = [
    ("null", .null), (" \t\r\n true \n", true), ("false", false),
    ("0", 0), ("-0", 0), ("42", 42), ("-9223372036854775808", .integer(Int64.min)),
    ("18446744073709551615", .integer(UInt64.max)),
    ("0.5", 0.5), ("-1.25e2", -125.0), ("1E+2", 100.0), ("1e-2", 0.01), ("0e7", 0.0),
    ("1e-400", 0.0), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
    ("5e-324", .number(.leastNonzeroMagnitude)),
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC\ud83d\ude00""#, "Aé€😀"), ("\"é€😀\u{7F}\u{2028}\"", "é€😀\u{7F}\u{2028}"),
    (#""\u0000""#, "\0"),
    ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]), ("[[[]],{}]", [[[]], [:]]),
    ("[1,\"a\",null]", [1, "a", .null]),
    (#"{"a":1,"":{"b":[true]},"A":2}"#, ["a": 1, "": ["b": [true]], "A": 2]),
  ]

  @Test("accepts what RFC 8259 accepts", arguments: accepted)
  func accepts(text: String, expected: JSONNode) throws {
    #expect(try JSONReader().read(text) == expected)
  }

  @Test(
    "rejects what RFC 8259 rejects, with the position and the reason",
    arguments: [
      ("", "1:1: expected a value, found the end of the text"),
      (" ", "1:2: expected a value, found the end of the text"),
      ("nul", "1:1: expected a value, found 'nul'"),
      ("nulls", "1:1: expected a value, found 'nulls'"),
      ("True", "1:1: expected a value, found 'True'"),
      ("NaN", "1:1: expected a value, found 'NaN'"),
      ("'a'", "1:1: expected a value, found '''"),
      ("\u{FEFF}1", "1:1: expected a value, found U+FEFF"),
      ("1 2", "1:3: expected the end of the text, found '2'"),
      ("[]]", "1:3: expected the end of the text, found ']'"),
      ("[", "1:2: expected a value or ']', found the end of the text"),
      ("[1", "1:3: expected ',' or ']', found the end of the text"),
      ("[1 2]", "1:4: expected ',' or ']', found '2'"),
      ("[1,]", "1:4: expected a value, found ']'"),
      ("[,1]", "1:2: expected a value or ']', found ','"),
      ("[1}", "1:3: expected ',' or ']', found '}'"),
      ("{", "1:2: expected a key in quotation marks or '}', found the end of the text"),
      ("{a:1}", "1:2: expected a key in quotation marks or '}', found 'a'"),
      ("{\"a\" 1}", "1:6: expected ':', found '1'"),
      ("{\"a\":}", "1:6: expected a value, found '}'"),
      ("{\"a\":1\n \"b\":2}", "2:2: expected ',' or '}', found '\"'"),
      ("{\"a\":1,}", "1:8: expected a key in quotation marks, found '}'"),
      ("{\"a\":1,\r\n\r\"a\":2}", "3:1: the key 'a' appears already at 1:2"),
      ("[1] // comment", "1:5: expected the end of the text, found '/'"),
      ("01", "1:1: '01' is not a number in JSON"),
      ("-", "1:1: '-' is not a number in JSON"),
      ("-a", "1:1: '-a' is not a number in JSON"),
      ("+1", "1:1: expected a value, found '+'"),
      (".5", "1:1: expected a value, found '.'"),
      ("1.", "1:1: '1.' is not a number in JSON"),
      ("1.e2", "1:1: '1.e2' is not a number in JSON"),
      ("1e", "1:1: '1e' is not a number in JSON"),
      ("1e+", "1:1: '1e+' is not a number in JSON"),
      ("0x10", "1:1: '0x10' is not a number in JSON"),
      ("1_000", "1:1: '1_000' is not a number in JSON"),
      ("[1, 1e400]", "1:5: the number 1e400 is too large"),
      (
        "170141183460469231731687303715884105728",
        "1:1: the number 170141183460469231731687303715884105728 is too large"
      ),
      (
        "\"a\nb\"",
        "1:3: a text cannot hold the control character U+000A as it is; write it with a backslash"
      ),
      ("\"abc", "1:1: the text that begins here does not end"),
      ("\"abc\\\"", "1:1: the text that begins here does not end"),
      (
        #"["\x41"]"#,
        #"1:3: '\x' is not an escape; there are \" \\ \/ \b \f \n \r \t and \u with four "#
          + "hexadecimal digits"
      ),
      (
        #""\u12G4""#,
        #"1:2: '\u12' is not an escape; there are \" \\ \/ \b \f \n \r \t and \u with four "#
          + "hexadecimal digits"
      ),
      (#""é\ud83d""#, #"1:3: '\ud83d' is half of a surrogate pair"#),
      (#""\ud83d\u0041""#, #"1:2: '\ud83d' is half of a surrogate pair"#),
      (#""\ude00\ud83d""#, #"1:2: '\ude00' is half of a surrogate pair"#),
    ])
  func rejects(text: String, sentence: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error?.description == sentence)
  }

  @Test(
    "rejects bytes that are not UTF-8, wherever they stand",
    arguments: [
      ([0x5B, 0x22, 0xFF, 0x22, 0x5D], 3), ([0x22, 0xC3, 0xA9, 0xC3, 0x28, 0x22], 3),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 2), ([0x22, 0xC0, 0x80, 0x22], 2),
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2), ([0x31, 0xE2, 0x82], 2),
      ([0x2F, 0x2F, 0x80, 0x0A, 0x31], 3),
    ] as [([UInt8], Int)])
  func rejectsInvalidUTF8(bytes: [UInt8], column: Int) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader(accepting: .comments).read(bytes)
    }
    #expect(error == JSONError(.invalidUTF8, at: JSONPosition(line: 1, column: column)))
  }

  @Test("refuses a text that is nested too deeply instead of exhausting the stack")
  func limitsDepth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(throws: Never.self) { try JSONReader().read(nested(JSONReader.levelsMax)) }
    for text in [nested(201), String(repeating: "[", count: 1_000_000)] {
      let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
      #expect(error?.description == "1:201: more than 200 levels of lists and objects")
    }
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: JSONError.self) { try JSONReader().read(objects) }
  }

  @Test("knows the line and column of every key and value, whatever ends the lines")
  func positions() throws {
    let text = "{\n  \"é\": [1,\r\n    \"😀\", true ],\r\"b\":\t{ \"c\" : null }\n}"
    let root = try JSONReader().read(text)
    #expect(root.position == JSONPosition(line: 1, column: 1))
    let members = try #require(root.members)
    #expect(members[0].keyPosition == JSONPosition(line: 2, column: 3))
    #expect(members[0].node.position == JSONPosition(line: 2, column: 8))
    let elements = try #require(members[0].node.elements)
    #expect(elements[0].position == JSONPosition(line: 2, column: 9))
    #expect(elements[1].position == JSONPosition(line: 3, column: 5))
    #expect(elements[2].position == JSONPosition(line: 3, column: 10))
    #expect(members[1].keyPosition == JSONPosition(line: 4, column: 1))
    let inner = try #require(root["b"]?.members?.first)
    #expect(inner.keyPosition == JSONPosition(line: 4, column: 8))
    #expect(inner.node.position == JSONPosition(line: 4, column: 14))
  }

  @Test("accepts comments, trailing commas and repeated keys where they are enabled")
  func extensions() throws {
    let text = """
      // a comment at the start
      { /* a */ "a" /* b */ : [1, 2, /* / * */], // to the end of the line
        "url": "// no comment /* here */",
        "a": {"b": 1,},
      } // the end, without a line feed
      """
    let root = try JSONReader(accepting: [.comments, .trailingCommas, .repeatedKeys]).read(text)
    #expect(root == ["a": [1, 2], "url": "// no comment /* here */", "a": ["b": 1]])
    #expect(root.members?.last?.keyPosition == JSONPosition(line: 4, column: 3))
    #expect(throws: JSONError.self) { try JSONReader(accepting: .comments).read(text) }
    #expect(throws: JSONError.self) {
      try JSONReader(accepting: [.comments, .trailingCommas]).read(text)
    }
  }

  @Test(
    "an extension enables nothing else",
    arguments: [
      ("[1] /* no end", "1:5: the comment that begins here does not end"),
      ("/*/", "1:1: the comment that begins here does not end"),
      ("[1] / 2", "1:5: expected the end of the text, found '/'"),
      ("[,]", "1:2: expected a value or ']', found ','"),
      ("[1,,]", "1:4: expected a value or ']', found ','"),
      ("{,}", "1:2: expected a key in quotation marks or '}', found ','"),
      ("// only a comment", "1:18: expected a value, found the end of the text"),
    ])
  func extensionsAreNarrow(text: String, sentence: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader(accepting: [.comments, .trailingCommas]).read(text)
    }
    #expect(error?.description == sentence)
  }

  @Test("reads numbers as the requested type, or not at all")
  func numberAccess() throws {
    let root = try JSONReader().read("[1, 1e6, 1.5, 18446744073709551615, -1, \"1\", 300]")
    let elements = try #require(root.elements)
    #expect(elements.map { $0.integer() } == [1, 1_000_000, nil, nil, -1, nil, 300])
    #expect(elements[3].integer(as: UInt64.self) == UInt64.max)
    #expect(elements[4].integer(as: UInt64.self) == nil)
    #expect(elements[6].integer(as: UInt8.self) == nil)
    #expect(elements.map(\.double) == [1, 1e6, 1.5, 0x1p64, -1, nil, 300])
  }

  @Test("summarizes a value in a few words")
  func summary() {
    let nodes: [JSONNode] = [
      .null, true, 12, 0.5, "hi \"you\"", .string(String(repeating: "x", count: 50)), [1], [:],
    ]
    #expect(
      nodes.map(\.summary) == [
        "null", "true", "12", "0.5", #"the text "hi \"you\"""#, "a text of 50 characters", "a list",
        "an object",
      ])
  }
}
