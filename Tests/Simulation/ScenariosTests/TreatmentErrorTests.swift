import Testing

@testable import Scenarios

@Suite("A treatment without an effect is rejected with a sentence")
struct TreatmentErrorTests {
  private static let cases: [(text: String, said: String)] = [
    (
      #""interventions": {"treatment": "promts"}"#,
      "x.json:1:93: 'interventions.treatment' must be one of \"none\", \"prompts\", "
        + "\"invitations\", \"streakRepair\", \"reminderTimes\", \"rewards\", not the text "
        + "\"promts\". Did you mean 'prompts'?"
    ),
    (
      #""interventions": {"startDay": 30}"#,
      "x.json:1:92: 'interventions.startDay' has no effect unless 'interventions.treatment' "
        + "is not \"none\""
    ),
    (
      #""interventions": {"treatment": "prompts", "startDay": 60}"#,
      "x.json:1:116: 'interventions.startDay' is 60, and the run has the days 0 to 59; allowed is "
        + "one of these, or a greater 'days'"
    ),
    (
      #""interventions": {"treatment": "rewards", "promptsPerWeek": 3}"#,
      "x.json:1:122: 'interventions.promptsPerWeek' has no effect unless "
        + "'interventions.treatment' is \"prompts\""
    ),
  ]

  private func complaints(_ text: String, enabled: Bool = true, set: [String] = []) -> String {
    let whole =
      #"{"name": "x", "days": 60, "lifecycle": {"enabled": "# + "\(enabled)" + #"}, "# + text + "}"
    return ScenarioTexts(["x": whole], refusesIdleParameters: true).complaints(set: set)
  }

  @Test(
    "the sentence names the place, what is allowed, and the most similar name", arguments: cases)
  func told(text: String, said: String) {
    let found = complaints(text)
    // Without the column of the value, which a test need not count.
    func withoutPlace(_ text: String) -> String { String(text.drop { $0 != "'" }) }
    #expect(found.hasPrefix("x.json:1:"))
    #expect(withoutPlace(found) == withoutPlace(said))
  }

  @Test("a treatment that people do not react to is rejected")
  func idle() {
    let found = complaints(#""interventions": {"treatment": "prompts"}"#, enabled: false)
    #expect(
      found.contains(
        "'interventions.treatment' is \"prompts\", which has no effect when 'lifecycle.enabled' is "
          + "false"))
  }

  @Test("overrides are checked, too, but not default values or parameters of a replaced treatment")
  func overrides() {
    let file = #""interventions": {"treatment": "prompts", "promptsPerWeek": 3}"#
    #expect(complaints(file) == "")
    #expect(complaints(file, set: ["interventions.treatment=none"]) == "")
    #expect(complaints(file, set: ["interventions.treatment=rewards"]) == "")
    #expect(complaints(file, set: ["interventions.startDay=0"]) == "")
    let late = complaints(file, set: ["interventions.startDay=90"])
    #expect(late.hasPrefix("--set interventions.startDay=90: 'interventions.startDay' is 90"))
    #expect(complaints(#""interventions": {}"#, set: ["interventions.rewardFactor=2"]) != "")
  }

  @Test("the stored scenario of a finished run is accepted")
  func finished() {
    let whole = #"{"name": "x", "interventions": {"startDay": 30}}"#
    #expect(ScenarioTexts(["x": whole]).complaints() == "")
  }
}
