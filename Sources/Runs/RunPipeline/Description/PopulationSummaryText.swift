public import Population
public import Scenarios
import Reporting

/// A page of text about the population that a scenario implies.
public enum PopulationSummaryText {
  public static func page(_ portrait: PopulationSummary, of scenario: Scenario) -> String {
    let isWhole = portrait.people == scenario.people && portrait.days == scenario.days
    var lines = [
      "\(scenario.name): \(scenario.description)", "",
      "\(counted(portrait.people, "person", "people")) and "
        + "\(counted(portrait.days, "day", "days"))"
        + (isWhole ? "" : " of the scenario's \(scenario.people) people and \(scenario.days) days")
        + ", simulated without devices, network and groups:",
      "",
    ]
    lines += who(portrait) + [""] + ages(portrait.demography) + [""]
    if portrait.activeDays > 0 {
      lines += hours(portrait) + [""] + weekdays(portrait) + [""]
      lines += retention(portrait, scenario) + [""] + streaks(portrait) + [""]
    } else {
      lines += ["No one opens the app.", ""]
    }
    lines += faults(scenario)
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
      "People: \(ratio(portrait.people, portrait.households)) per household, "
        + "\(share(portrait.children, portrait.people)) of them children; "
        + "\(share(portrait.users, portrait.people)) use the app with "
        + "\(ratio(portrait.devices, portrait.users)) devices each."
    ]
      + homes(portrait)
      + Persona.allCases.filter { portrait.personas[Int($0.rawValue)] > 0 }.map { persona in
        let count = portrait.personas[Int(persona.rawValue)]
        return "  \(padded(persona.name, to: 20)) \(bar(count, of: most)) "
          + share(count, portrait.users)
      }
  }

  /// Empty if all households are families.
  private static func homes(_ portrait: PopulationSummary) -> [String] {
    let names = ["families", "student homes", "teams"]
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
      "Time of day: (\(ratio(portrait.sessions, portrait.activeDays)) sessions per active day)"
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

  private static func retention(_ portrait: PopulationSummary, _ scenario: Scenario) -> [String] {
    var lines = ["Retention of people who opened the app:"]
    for day in [1, 3, 7, 14, 30, 60, 90, 120, 150] {
      guard let retention = portrait.retention(day: day) else { continue }
      let part = Int((retention * 1000).rounded())
      lines.append("  day \(padded("\(day)", to: 4)) \(bar(part, of: 1000)) \(share(part, 1000))")
    }
    lines.append(
      "  \(share(portrait.streaks, portrait.begun)) reach a streak of seven days, "
        + "\(share(portrait.left, portrait.users)) leave permanently.")
    lines.append(
      scenario.lifecycle.enabled
        ? "  \(share(portrait.lapsed, portrait.begun)) lapse at least once, "
          + "\(share(portrait.returned, portrait.lapsed)) of them return."
        : "  No one lapses and returns: lifecycle.enabled is false.")
    return lines
  }

  private static func faults(_ scenario: Scenario) -> [String] {
    let (network, treatment) = (scenario.network, scenario.interventions)
    return [
      "Faults: \(NumberText.fixed(100 * network.lossProbability, digits: 1)) % of messages are "
        + "lost; a device is offline "
        + "\(NumberText.fixed(network.shortOfflinesPerDeviceWeek, digits: 1)) times a week for "
        + "\(NumberText.fixed(network.shortOfflineMinutesMedian, digits: 0)) minutes (median).",
      "Treatment: \(treatment.treatment)"
        + (treatment.treatment == .none
          ? "."
          : " for \(NumberText.fixed(100 * treatment.treatedFraction, digits: 0)) % of the "
            + "households from run day \(treatment.startDay)\(withoutEffect(scenario))."),
    ]
  }

  /// Why the treatment has no effect, if it cannot have one.
  private static func withoutEffect(_ scenario: Scenario) -> String {
    guard scenario.lifecycle.enabled else {
      return ", without effect: lifecycle.enabled is false"
    }
    let isTimes = scenario.interventions.treatment == .reminderTimes
    return isTimes && scenario.reactions.promptsPerWeek == 0
      ? ", without effect: reactions.promptsPerWeek is 0, so there are no reminders" : ""
  }
}
