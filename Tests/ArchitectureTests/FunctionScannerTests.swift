import Testing

@Suite("Finding functions")
struct FunctionScannerTests {
  typealias Function = FunctionScanner.Function

  @Test("a function reaches from its declaration to its closing brace")
  func bodies() {
    let code = """
      struct A {
        init(
          a: () -> Void = { b() }
        ) {
          self.init(a)
        }
        func c<T>() -> T where T: D { e { f } }
      }
      """
    let functions = FunctionScanner.functions(of: code)
    #expect(functions == [Function(line: 2, lineCount: 5), Function(line: 7, lineCount: 1)])
  }

  @Test("a nested function is found by itself and counts for the outer one")
  func nesting() {
    let code = "func a() {\n  func b() {\n    c\n  }\n}"
    let functions = FunctionScanner.functions(of: code)
    #expect(functions == [Function(line: 1, lineCount: 5), Function(line: 2, lineCount: 3)])
  }

  @Test("a requirement of a protocol is no function")
  func requirements() {
    let code = "protocol A {\n  func b()\n  var c: D { get }\n  func e()\n}\nfunc f() {\n}"
    #expect(FunctionScanner.functions(of: code) == [Function(line: 6, lineCount: 2)])
  }
}
