import DomainCore

/// The table of commands and personas, as a page.
public enum ReasonsPage {
  public static var text: String {
    var lines = [
      "# Who uses what, and why", "",
      "<!-- Written by RECORD=1 swift test --filter ReasonsTests; do not edit. -->", "",
      "For every command of the core there are people who use it for a reason. A number is how "
        + "many times in a year of daily use; `day` marks a command that is part of these people's "
        + "days, as often as the parameter sets. No source for such numbers was found, so all are "
        + "assumed: the product documents describe who cares about what, but not how much. Parents "
        + "submit the commands about their children.", "",
    ]
    let personas = Persona.allCases
    for area in FactKind.Area.allCases {
      lines += ["## \("\(area)".prefix(1).uppercased())\("\(area)".dropFirst())", ""]
      lines.append("| command | why | " + personas.map(\.name).joined(separator: " | ") + " |")
      lines.append("|---|---|" + personas.map { _ in "---|" }.joined())
      lines += Reason.all.filter { $0.kind.area == area }.map { row($0, personas) } + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func row(_ reason: Reason, _ personas: [Persona]) -> String {
    var why = reason.why
    if let path = reason.path { why += ": `\(path)`" }
    let cells = personas.map { persona -> String in
      let factor = reason.factor(of: persona)
      guard factor > 0 else { return "" }
      return reason.timesPerYear.map { number($0 * factor) } ?? "day"
    }
    return "| `\(reason.kind)` | \(why) | " + cells.joined(separator: " | ") + " |"
  }

  /// The number without trailing zeros.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, part) = (hundredths / 100, hundredths % 100)
    if part == 0 { return "\(whole)" }
    return part % 10 == 0 ? "\(whole).\(part / 10)" : "\(whole).\(part < 10 ? "0" : "")\(part)"
  }
}
