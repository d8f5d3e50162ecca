import Testing

@testable import CommandLineKit

@Suite("Running a command line")
struct ProgramTests {
  /// The arguments that `grow` parses from a line.
  static func grow(_ line: String) throws -> ParsedArguments {
    let words = line.split(separator: " ").map(String.init)
    return try ArgumentParser.parse(words[...], for: GrowCommand.command)
  }

  @Test("options and arguments work in any order and in every spelling")
  func spellings() throws {
    for line in [
      "carrot 2 3 --beds 7 --seed 5 --dry-run -q --soil clay",
      "--soil=clay --beds=7 -s=5 -dq carrot 2 3",
      "-qd carrot -b 7 2 --seed=5 3 --soil clay",
      "-dqb 7 -s 5 --soil sand --soil clay -- carrot 2 3",
    ] {
      let arguments = try Self.grow(line)
      #expect(arguments[GrowCommand.plant] == "carrot")
      #expect(arguments[GrowCommand.seasons] == [2, 3])
      #expect(arguments[GrowCommand.beds] == 7)
      #expect(arguments[GrowCommand.seed] == 5)
      #expect(arguments[GrowCommand.soil] == .clay)
      #expect(arguments[GrowCommand.dry])
      #expect(arguments[GrowCommand.quiet])
    }
  }

  @Test("omitted parameters have their default")
  func defaults() throws {
    let arguments = try Self.grow("carrot")
    #expect(arguments[GrowCommand.seasons] == [])
    #expect(arguments[GrowCommand.beds] == 1)
    #expect(arguments[GrowCommand.seed] == nil)
    #expect(arguments[GrowCommand.water] == 1.5)
    #expect(arguments[GrowCommand.soil] == .loam)
    #expect(arguments[GrowCommand.notes] == [])
    #expect(arguments[GrowCommand.plan] == nil)
    #expect(!arguments[GrowCommand.dry])
  }

  @Test("values may contain equals signs, dashes and the largest numbers")
  func values() throws {
    let arguments = try Self.grow(
      "- --note=a=b --note= -n - --seed 18446744073709551615 --note=--x -- 4")
    #expect(arguments[GrowCommand.plant] == "-")
    #expect(arguments[GrowCommand.notes] == ["a=b", "", "-", "--x"])
    #expect(arguments[GrowCommand.seed] == .max)
    #expect(arguments[GrowCommand.seasons] == [4])
    #expect(try Self.grow("-- --help")[GrowCommand.plant] == "--help")
  }

  @Test("the command's result is the program's exit code")
  func exitCodes() {
    #expect(SampleProgram.run("grow carrot") == .ran(.missed))
    #expect(SampleProgram.run("grow carrot -q") == .ran(.fine))
    #expect(SampleProgram.run("count all") == .ran(.inconclusive))
    #expect(SampleProgram.run("count check x --format y") == .ran(.violation))
    #expect(
      SampleProgram.run("grow stone") == .failure("Error: a stone does not grow\n", .badData))
    #expect(SampleProgram.run("grow ghost") == .failure("Error: it vanished\n", .failure))
    let codes: [ExitCode] = [
      .fine, .failure, .regression, .inconclusive, .usage, .badData, .violation, .missed,
      .interrupted,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 64, 65, 70, 99, 130])
  }

  @Test("every way to request help prints the same page, even with errors")
  func help() {
    for lines in [
      ["", "--help", "-h", "help", "help --help", "zzz --help"],
      ["grow --help", "grow -h", "help grow", "grow --nonsense x --help", "help grow -h"],
      ["count", "count --help", "help count"],
      ["count check --help", "help count check", "count check -h --format"],
    ] {
      let outcomes = lines.map { SampleProgram.run($0) }
      guard case .output(let text) = outcomes[0] else {
        Issue.record("'\(lines[0])' shows no help")
        continue
      }
      #expect(text.hasPrefix("OVERVIEW: "))
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "\(lines)")
    }
  }

  @Test("every command prints the version")
  func version() {
    for line in ["--version", "grow --version", "count check --version"] {
      #expect(SampleProgram.run(line) == .output("sample 1.2.3\n"))
    }
    let built = Program(
      SampleProgram.program.command, version: "1.2.3", build: "commit 0\nsources 1")
    #expect(built.run(["--version"], width: 80) == .output("1.2.3\ncommit 0\nsources 1\n"))
    guard case .output(let manual) = built.run(["--generate-man-page"], width: 80) else {
      Issue.record("there is no manual page")
      return
    }
    #expect(!manual.contains("commit 0"))
  }

  @Test("a very narrow help page still prints every option")
  func narrowPages() {
    for width in [0, 1, 20, 27, 30] {
      guard case .output(let text) = SampleProgram.run("help grow", width: width) else {
        Issue.record("no help at \(width) columns")
        continue
      }
      #expect(text.contains("--output-directory"))
    }
  }

  @Test("a command is run without making the parameters of the others")
  func parametersOfOthers() {
    let program = Program(
      Command(
        "x", abstract: "",
        subcommands: [
          Command("good", abstract: "", parameters: [], run: { _ in .fine }),
          Command("bad", abstract: "", parameters: Self.contradictory, run: { _ in .fine }),
        ]), version: "x 1")
    #expect(program.run(["good"], width: 80) == .ran(.fine))
  }

  private static var contradictory: [any CommandParameter] {
    [
      Parameter.flag("--one", "-o", help: ""), Parameter.flag("--other", "-o", help: ""),
    ]
  }

  @Test("a command with contradictory parameters fails a precondition when it is used")
  func wrongDeclarations() async {
    await #expect(processExitsWith: .failure) {
      _ =
        Command("x", abstract: "", parameters: ProgramTests.contradictory, run: { _ in .fine })
        .parameters
    }
    await #expect(processExitsWith: .failure) {
      let flag = Parameter.flag("--help", help: "")
      _ = Command("x", abstract: "", parameters: [flag], run: { _ in .fine }).parameters
    }
    await #expect(processExitsWith: .failure) {
      let all = Parameter.repeatedArgument("all", as: .text, help: "")
      let last = Parameter.requiredArgument("last", as: .text, help: "")
      _ =
        Command("x", abstract: "", parameters: [all, last], run: { _ in .fine })
        .parameters
    }
  }
}
