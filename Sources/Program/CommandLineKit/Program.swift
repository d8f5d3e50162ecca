import Base

/// A program: its root command and its version.
public struct Program: Sendable {
  public let command: Command
  public let version: String
  /// What follows the version when it is asked for, but not in the manual; may be empty.
  private let build: String

  public init(_ command: Command, version: String, build: String = "") {
    self.command = command
    self.version = version
    self.build = build
  }

  /// What to print, and the exit code.
  public enum Outcome: Equatable, Sendable {
    /// A command ran and has printed its own output.
    case ran(ExitCode)
    /// Text for standard output; the program succeeds.
    case output(String)
    /// Text for standard error.
    case failure(String, ExitCode)
  }

  /// Runs the command that the words after the program's name select; `width` is the maximum number
  /// of columns for help and usage.
  public func run(_ words: [String], width: Int) -> Outcome {
    if let outcome = completionScript(words, width: width) { return outcome }
    if words == [BuiltIn.manualPage] {
      return .output(ManualPage(root: command, version: version).text)
    }
    var path = [command]
    var rest = words[...]
    let asksForHelp = rest.first == "help" && !command.subcommands.isEmpty
    if asksForHelp { rest.removeFirst() }
    while let name = rest.first,
      let next = path.last!.subcommands.first(where: { $0.name == name })
    {
      path.append(next)
      rest.removeFirst()
    }
    let page = HelpPage(path: path, width: width)
    let options = rest.prefix { $0 != "--" }
    if options.contains(BuiltIn.help.name) || options.contains(BuiltIn.help.short) {
      return .output(page.text)
    }
    if options.contains(BuiltIn.version.name) { return .output(versionText) }
    guard let action = path.last!.action, !asksForHelp else {
      return rest.first.map { failure(unknown($0, after: path), page) } ?? .output(page.text)
    }
    do throws(UsageProblem) {
      return run(action, try ArgumentParser.parse(rest, for: path.last!), page)
    } catch {
      return failure(error, page)
    }
  }

  private var versionText: String {
    [version, build].filter { !$0.isEmpty }.map { "\($0)\n" }.joined()
  }

  private func run(_ action: Command.Action, _ arguments: ParsedArguments, _ page: HelpPage)
    -> Outcome
  {
    do {
      return .ran(try action(arguments))
    } catch let error as UsageError {
      return failure(.other(error.message), page)
    } catch let error as CommandError {
      return .failure("Error: \(error.message)\n", error.exitCode)
    } catch {
      return .failure("Error: \(error)\n", .failure)
    }
  }

  private func failure(_ problem: UsageProblem, _ page: HelpPage) -> Outcome {
    var lines = ["Error: \(problem.message)"]
    if let help = problem.help { lines.append("Help:  \(help)") }
    lines += [page.usage("Usage: "), "  See '\(page.name) --help' for more information."]
    return .failure(lines.joined(separator: "\n") + "\n", .usage)
  }

  private func unknown(_ word: String, after path: [Command]) -> UsageProblem {
    if word.isOption {
      let names = [BuiltIn.version.name, BuiltIn.help.name]
      return .unknownOption(word, nearest: nearest(to: word, in: names))
    }
    let names = path.last!.subcommands.map(\.name)
    if names.isEmpty { return .unexpected([word]) }
    return .unknownSubcommand(
      word, nearest: nearest(to: word, in: path.count == 1 ? names + ["help"] : names))
  }

  private func completionScript(_ words: [String], width: Int) -> Outcome? {
    let options = words.prefix { $0 != "--" }
    guard let index = options.firstIndex(where: { $0.hasPrefix(BuiltIn.completion) }) else {
      return nil
    }
    let word = options[index]
    let next = options[(index + 1)...].first
    let name =
      word == BuiltIn.completion ? next ?? "" : String(word.dropFirst(BuiltIn.completion.count + 1))
    guard let shell = CompletionShell(rawValue: name) else {
      return failure(.unsupportedShell(name), HelpPage(path: [command], width: width))
    }
    return .output(shell.script(for: command))
  }
}
