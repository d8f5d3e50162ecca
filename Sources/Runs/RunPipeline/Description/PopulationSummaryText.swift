public import Population
public import Scenarios
import Reporting

/// A page of text about the population that a scenario implies.
public enum PopulationSummaryText {
  public static func page(_ summary: PopulationSummary, of scenario: Scenario) -> String {
    let isWhole = summary.people == scenario.people && summary.days == scenario.days
    var lines = [
      "\(scenario.name): \(scenario.description)", "",
      "\(counted(summary.people, "person", "people")) and "
        + "\(counted(summary.days, "day", "days"))"
        + (isWhole ? "" : " of the scenario's \(scenario.people) people and \(scenario.days) days")
        + ", simulated without devices, network and groups:",
      "",
    ]
    lines += who(summary) + [""] + ages(summary.demography) + [""]
    if summary.activeDays > 0 {
      lines += hours(summary) + [""] + weekdays(summary) + [""]
      lines += retention(summary, scenario) + [""] + streaks(summary) + [""]
    } else {
      lines += ["No one opens the app.", ""]
    }
    lines += faults(scenario)
    return lines.joined(separator: "\n") + "\n"
  }

  static func share(_ part: Int, _ whole: Int) -> String {
    whole == 0
      ? NumberText.missing : "\(NumberText.fixed(100 * Double(part) / Double(whole), digits: 1)) %"
  }

  private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  static func ratio(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? NumberText.missing : NumberText.fixed(Double(part) / Double(whole), digits: 2)
  }

  static func bar(_ part: Int, of most: Int) -> String {
    String(repeating: "#", count: most == 0 ? 0 : (part * 40 + most / 2) / most)
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func who(_ summary: PopulationSummary) -> [String] {
    let most = summary.personas.max() ?? 0
    return [
      "People: \(ratio(summary.people, summary.households)) per household, "
        + "\(share(summary.children, summary.people)) of them children; "
        + "\(share(summary.users, summary.people)) use the app with "
        + "\(ratio(summary.devices, summary.users)) devices each."
    ]
      + homes(summary)
      + Persona.allCases.filter { summary.personas[Int($0.rawValue)] > 0 }.map { persona in
        let count = summary.personas[Int(persona.rawValue)]
        return "  \(padded(persona.name, to: 20)) \(bar(count, of: most)) "
          + share(count, summary.users)
      }
  }

  /// Empty if all households are families.
  private static func homes(_ summary: PopulationSummary) -> [String] {
    let names = ["families", "student homes", "teams"]
    guard summary.homes.dropFirst().contains(where: { $0.households > 0 }) else { return [] }
    return zip(names, summary.homes).filter { $1.households > 0 }.map { name, homes in
      "  \(padded(name, to: 20)) \(bar(homes.people, of: summary.people)) "
        + "\(share(homes.people, summary.people)) of the people, "
        + "\(ratio(homes.people, homes.households)) in each"
    } + [""]
  }

  private static func hours(_ summary: PopulationSummary) -> [String] {
    let most = summary.hours.max() ?? 0
    return [
      "Time of day: (\(ratio(summary.sessions, summary.activeDays)) sessions per active day)"
    ]
      + summary.hours.indices.filter { summary.hours[$0] > 0 }.map { hour in
        "  \(hour < 10 ? "0" : "")\(hour):00 \(bar(summary.hours[hour], of: most)) "
          + share(summary.hours[hour], summary.sessions)
      }
  }

  private static func weekdays(_ summary: PopulationSummary) -> [String] {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let most = summary.weekdays.max() ?? 0
    return ["Weekdays:"]
      + zip(names, summary.weekdays).map { name, count in
        "  \(name) \(bar(count, of: most)) \(share(count, summary.activeDays))"
      }
  }

  private static func retention(_ summary: PopulationSummary, _ scenario: Scenario) -> [String] {
    // Metrics count core actions and habits instead, so the figures differ and say what they are.
    var lines = [
      "Retention, by who opened the app that day (pc.retention counts core actions instead):"
    ]
    for day in [1, 3, 7, 14, 30, 60, 90, 120, 150] {
      guard let retention = summary.retention(day: day) else { continue }
      let part = Int((retention * 1000).rounded())
      lines.append("  day \(padded("\(day)", to: 4)) \(bar(part, of: 1000)) \(share(part, 1000))")
    }
    lines += [
      "  \(share(summary.streaks, summary.begun)) open it seven days in a row at least once "
        + "(pc.streak7 counts doing a habit instead).",
      "  \(share(summary.left, summary.users)) leave permanently.",
    ]
    lines.append(
      scenario.lifecycle.enabled
        ? "  \(share(summary.lapsed, summary.begun)) lapse at least once, "
          + "\(share(summary.returned, summary.lapsed)) of them return."
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
