import Testing

@Suite("Code without comments and text")
struct CodeScannerTests {
  @Test(
    "comments and the text of strings become blanks, code stays",
    arguments: [
      ("let a = 1 // b", "let a = 1     "),
      ("a /* b /* c */ d */ e", "a                   e"),
      (#"f("async", g)"#, "f(       , g)"),
      (#"f("a\"b", g)"#, "f(      , g)"),
      (#"f("a\(g("b"))c")"#, "f(    g(   )   )"),
      ("f(#\"a\"b\\(c)\"#)", "f(           )"),
      ("f(#\"a\\#(b)\"#)", "f(      b   )"),
      ("a\n\"\"\"\nb \" c\n\"\"\"\nd", "a\n   \n     \n   \nd"),
      ("#if a\nb", "#if a\nb"),
      (#"f("–", g) // ä"#, "f(   , g)     "),
      ("\"unfinished", "           "),
    ])
  func blanking(text: String, code: String) {
    #expect(CodeScanner.code(of: text) == code)
  }
}
