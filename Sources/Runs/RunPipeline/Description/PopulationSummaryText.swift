public import Population
public import Scenarios
import Reporting

/// A page of text about what a scenario assumes of people and what that implies.
public enum PopulationSummaryText {
  public static func page(_ portrait: PopulationSummary, of scenario: Scenario) -> String {
    let isWhole = portrait.people == scenario.people && portrait.days == scenario.days
    var lines = [
      "\(scenario.name): \(scenario.description)", "",
      (isWhole ? "" : "Of \(scenario.people) people and \(scenario.days) days, the first ")
        + "\(counted(portrait.people, "person", "people")) and "
        + "\(counted(portrait.days, "day", "days")), without devices, network or groups:",
      "",
    ]
    lines += who(portrait) + [""] + ages(portrait.demography) + [""]
    if portrait.activeDays > 0 {
      lines += hours(portrait) + [""] + weekdays(portrait) + [""]
      lines += course(portrait, scenario) + [""] + streaks(portrait) + [""]
    } else {
      lines += ["Nobody ever opens the app.", ""]
    }
    lines += trouble(scenario)
    return lines.joined(separator: "\n") + "\n"
  }

  static func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : "\(NumberText.fixed(100 * Double(part) / Double(whole), digits: 1)) %"
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  static func ratio(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : NumberText.fixed(Double(part) / Double(whole), digits: 2)
  }

  static func bar(_ part: Int, of most: Int) -> String {
    String(repeating: "#", count: most == 0 ? 0 : (part * 40 + most / 2) / most)
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func who(_ portrait: PopulationSummary) -> [String] {
    let most = portrait.personas.max() ?? 0
    return [
      "Who: \(ratio(portrait.people, portrait.households)) people a household, "
        + "\(share(portrait.children, portrait.people)) of them children; "
        + "\(share(portrait.users, portrait.people)) use the app, on "
        + "\(ratio(portrait.devices, portrait.users)) devices each."
    ]
      + homes(portrait)
      + Persona.allCases.filter { portrait.personas[Int($0.rawValue)] > 0 }.map { persona in
        let count = portrait.personas[Int(persona.rawValue)]
        return "  \(padded(persona.name, to: 20)) \(bar(count, of: most)) "
          + share(count, portrait.users)
      }
  }

  /// Nothing where all are families.
  private static func homes(_ portrait: PopulationSummary) -> [String] {
    let names = ["families", "homes of students", "teams"]
    guard portrait.homes.dropFirst().contains(where: { $0.households > 0 }) else { return [] }
    return zip(names, portrait.homes).filter { $1.households > 0 }.map { name, homes in
      "  \(padded(name, to: 20)) \(bar(homes.people, of: portrait.people)) "
        + "\(share(homes.people, portrait.people)) of the people, "
        + "\(ratio(homes.people, homes.households)) in each"
    } + [""]
  }

  private static func hours(_ portrait: PopulationSummary) -> [String] {
    let most = portrait.hours.max() ?? 0
    return [
      "When: \(ratio(portrait.sessions, portrait.activeDays)) sessions on a day with any."
    ]
      + portrait.hours.indices.filter { portrait.hours[$0] > 0 }.map { hour in
        "  \(hour < 10 ? "0" : "")\(hour):00 \(bar(portrait.hours[hour], of: most)) "
          + share(portrait.hours[hour], portrait.sessions)
      }
  }

  private static func weekdays(_ portrait: PopulationSummary) -> [String] {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let most = portrait.weekdays.max() ?? 0
    return ["Weekdays:"]
      + zip(names, portrait.weekdays).map { name, count in
        "  \(name) \(bar(count, of: most)) \(share(count, portrait.activeDays))"
      }
  }

  private static func course(_ portrait: PopulationSummary, _ scenario: Scenario) -> [String] {
    var lines = ["Who stays, of those who ever opened the app:"]
    for day in [1, 3, 7, 14, 30, 60, 90, 120, 150] {
      guard let retention = portrait.retention(day: day) else { continue }
      let part = Int((retention * 1000).rounded())
      lines.append("  day \(padded("\(day)", to: 4)) \(bar(part, of: 1000)) \(share(part, 1000))")
    }
    lines.append(
      "  \(share(portrait.streaks, portrait.begun)) ever have seven days in a row, "
        + "\(share(portrait.left, portrait.users)) leave for good.")
    lines.append(
      scenario.lifecycle.enabled
        ? "  \(share(portrait.lapsed, portrait.begun)) put the app away once or more, "
          + "\(share(portrait.returned, portrait.lapsed)) of them come back."
        : "  Nobody puts the app away and comes back: lifecycle.enabled is false.")
    return lines
  }

  private static func trouble(_ scenario: Scenario) -> [String] {
    let (network, treatment) = (scenario.network, scenario.interventions)
    return [
      "What goes wrong: \(NumberText.fixed(100 * network.lossProbability, digits: 1)) % of messages are "
        + "lost, a device is offline "
        + "\(NumberText.fixed(network.shortOfflinesPerDeviceWeek, digits: 1)) times a week for "
        + "\(NumberText.fixed(network.shortOfflineMinutesMedian, digits: 0)) minutes, at the "
        + "median.",
      "What is done: \(treatment.treatment)"
        + (treatment.treatment == .none
          ? "."
          : " for \(NumberText.fixed(100 * treatment.treatedFraction, digits: 0)) % of the households "
            + "from run day \(treatment.startDay) on\(inVain(scenario))."),
    ]
  }

  /// Why what is done moves nobody, where it cannot.
  private static func inVain(_ scenario: Scenario) -> String {
    guard scenario.lifecycle.enabled else {
      return ", which moves nobody: lifecycle.enabled is false"
    }
    let isTimes = scenario.interventions.treatment == .reminderTimes
    return isTimes && scenario.reactions.promptsPerWeek == 0
      ? ", which moves nobody: there are no reminders, reactions.promptsPerWeek is 0" : ""
  }
}
