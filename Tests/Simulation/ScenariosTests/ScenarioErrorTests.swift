import Metrics
import Testing

@testable import Scenarios

@Suite("Each error of a scenario is reported as a sentence")
struct ScenarioErrorTests {
  static let keys: [(String, String)] = [
    (
      "{\"name\": \"x\",\n  \"network\": {\n    \"latencyMedian\": 5}}",
      "x.json:3:5: unknown key 'latencyMedian' in 'network'; allowed are "
        + "'latencyMillisecondsMedian', 'latencySigma', 'lossProbability', "
        + "'responseLossProbability', 'responseDamageProbability', 'duplicateProbability', "
        + "'reorderProbability', 'reorderDelayMillisecondsMax', "
        + "'shortOfflinesPerDeviceWeek', 'connectionQualitySigma', "
        + "'shortOfflineMinutesMedian', 'shortOfflineSigma', 'longOfflineDeviceFraction', "
        + "'longOfflineDaysMax', 'calendarFailureProbability', 'calendarRequestsPerMinuteMax', "
        + "'calendarTokensExpiredPerWeek', 'calendarSkewSecondsMax', 'catalogFailureProbability', "
        + "'healthStoreFailuresPerWeek', 'failoversPerYear', 'failoverMinutesMax', "
        + "'outagesPerYear', 'outageMinutesMax', 'captivePortalsPerDeviceWeek', "
        + "'captivePortalMinutesMax', "
        + "'requestsPerMinuteMax'. "
        + "Did you mean 'latencyMillisecondsMedian'?"
    ),
    (
      #"{"name": "x", "peple": 5}"#,
      "x.json:1:15: unknown key 'peple'; allowed are 'extends', 'name', 'description', 'seed', "
        + "'people', 'days', 'start', 'population', 'behavior', "
        + "'personas', 'lifecycle', 'homes', 'levels', 'rhythm', 'reactions', 'interventions', "
        + "'activities', 'reasons', 'contention', 'network', 'clocks', "
        + "'installs', 'storage', 'sync', 'metrics', "
        + "'coverage', 'load', 'experiments'. Did you mean 'people'?"
    ),
    (
      #"{"name": "x", "experiments": {"pageRowsMax": 5}}"#,
      "x.json:1:31: unknown key 'pageRowsMax' in 'experiments'; allowed are 'unrelatedDraw', "
        + "'unrelatedDrawHousehold', 'extraSyncHousehold'. Did you mean 'sync.pageRowsMax'?"
    ),
    (
      #"{"name": "x", "experiments": {"zzz": 5}}"#,
      "x.json:1:31: unknown key 'zzz' in 'experiments'; allowed are 'unrelatedDraw', "
        + "'unrelatedDrawHousehold', 'extraSyncHousehold'"
    ),
    (
      #"{"name": "x", "metrics": {"targets": {"pc.dao": 0.5}}}"#,
      "x.json:1:39: unknown key 'pc.dao' in 'metrics.targets'; allowed are "
        + "\(MetricDefinition.all.count) keys, all of which scenarios/base.jsonc has. "
        + "Did you mean 'pc.dau'?"
    ),
    ("{\"name\": \"x\",\n\"name\": \"x\"}", "x.json:2:1: 'name' is already set at 1:2"),
    (
      "{\"name\": \"x\",\n\"sync\": {\"deadlineHours\": 1,\n\"deadlineHours\": 1}}",
      "x.json:3:1: 'sync.deadlineHours' is already set at 2:10"
    ),
    ("// no name\n{}", "x.json:2:1: 'name' is missing"),
  ]

  @Test("a key that spells the path of a parameter or a group is unknown")
  func pathAsKey() {
    for key in ["metrics.allowedLatenessDays", "metrics.targets"] {
      let sentence = complaints(about: "{\"name\": \"x\", \"\(key)\": 3}")
      #expect(sentence.hasPrefix("x.json:1:15: unknown key '\(key)'; allowed are"), "\(sentence)")
    }
    let sentence = complaints(about: #"{"name": "x", "metrics": {"targets": {"pc": {"dau": 1}}}}"#)
    #expect(sentence.hasPrefix("x.json:1:39: unknown key 'pc' in 'metrics.targets'"))
  }

  @Test("keys that are unknown, repeated or missing", arguments: keys)
  func key(text: String, sentence: String) {
    #expect(complaints(about: text) == sentence)
  }

  static let renamed: [(String, String)] = [
    (
      "{\"name\": \"x\",\n\"network\": {\"lossShare\": 0.1}}",
      "x.json:2:13: unknown key 'lossShare'; it is called 'lossProbability' now"
    ),
    (
      "{\"name\": \"x\",\n\"behaviour\": {}}",
      "x.json:2:1: unknown key 'behaviour'; it is called 'behavior' now"
    ),
    (
      "{\"name\": \"x\",\n\"behavior\": {\"togetherShare\": 1}}",
      "x.json:2:14: unknown key 'togetherShare'; it is called 'simultaneousJoinProbability' now"
    ),
    (
      "{\"name\": \"x\",\n\"contention\": {\"togetherShare\": 1}}",
      "x.json:2:16: unknown key 'togetherShare'; it is called 'transactionProbability' now"
    ),
  ]

  @Test("an old key is refused with its new name", arguments: renamed)
  func renamedKey(text: String, sentence: String) {
    #expect(complaints(about: text) == sentence)
  }

  @Test(
    "the old path of an override is refused with its new one",
    arguments: [
      ("network.lossShare", "network.lossProbability"),
      ("behaviour.openLogitBase", "behavior.openLogitBase"),
      ("behaviour.habitGainShare", "behavior.habitGainFraction"),
    ])
  func renamedPath(old: String, new: String) {
    let sentence = "unknown parameter '\(old)'; it is called '\(new)' now"
    #expect {
      try Scenario().setting(["\(old)=0.5"])
    } throws: { error in
      "\(error)".contains(sentence)
    }
  }

  @Test("every new name of a renamed key exists, and no old one does")
  func renamedKeysExist() {
    let paths = Set(Scenario.fields.map(\.path))
    for (section, names) in RenamedKeys.keys {
      for (old, new) in names {
        #expect(paths.contains("\(section).\(new)"), "\(section).\(new)")
        #expect(!paths.contains("\(section).\(old)"), "\(section).\(old)")
      }
    }
  }

  static let values: [(String, String)] = [
    (
      #""network": {"lossProbability": "high"}"#,
      #"'network.lossProbability' must be a number from 0 to 1, not the text "high""#
    ),
    (
      #""network": {"lossProbability": 1.5}"#,
      "'network.lossProbability' must be a number from 0 to 1, not 1.5"
    ),
    (
      #""network": {"latencyMillisecondsMedian": 0.5}"#,
      "'network.latencyMillisecondsMedian' must be a number from 1 to 60000, not 0.5"
    ),
    (
      #""behavior": {"openLogitBase": null}"#,
      "'behavior.openLogitBase' must be a number from -20 to 20, not null"
    ),
    (#""people": 0"#, "'people' must be a whole number from 1 to 10000000, not 0"),
    (#""people": 10000001"#, "'people' must be a whole number from 1 to 10000000, not 10000001"),
    (#""people": 1.5"#, "'people' must be a whole number from 1 to 10000000, not 1.5"),
    (#""people": [5]"#, "'people' must be a whole number from 1 to 10000000, not a list"),
    (#""seed": -1"#, "'seed' must be a whole number from 0 to 18446744073709551615, not -1"),
    (
      #""seed": 18446744073709551616"#,
      "'seed' must be a whole number from 0 to 18446744073709551615, not 18446744073709551616"
    ),
    (#""description": 5"#, "'description' must be a text, not 5"),
    (
      #""start": "2026-02-29""#,
      "'start' must be a day from 2015-01-01 to 2044-12-31, written as \"YYYY-MM-DD\", "
        + "not the text \"2026-02-29\""
    ),
    (
      #""start": "2045-01-01""#,
      "'start' must be a day from 2015-01-01 to 2044-12-31, written as \"YYYY-MM-DD\", "
        + "not the text \"2045-01-01\""
    ),
    (
      #""experiments": {"unrelatedDraw": 1}"#,
      "'experiments.unrelatedDraw' must be true or false, not 1"
    ),
    (
      #""experiments": {"unrelatedDrawHousehold": -1}"#,
      "'experiments.unrelatedDrawHousehold' must be a whole number from 0 to 10000000, "
        + "or null for all, not -1"
    ),
    (
      #""metrics": {"targets": {"pc.dau": 70}}"#,
      "'metrics.targets.pc.dau' must be a number from 0 to 1, or null for no target, not 70"
    ),
    (
      #""load": {"failIf": "errors>1%"}"#,
      "'load.failIf' must be a list such as [\"durable.p99>250ms\", \"errors>1%\"], "
        + "not the text \"errors>1%\""
    ),
    (
      #""load": {"failIf": ["errors>1%", 5]}"#,
      "'load.failIf[1]' must be a text: 'SERIES.STATISTIC>DURATION', such as "
        + "'latency.p99>250ms', or 'errors>0.1%', 'errors>0' or 'rate<1900', not 5"
    ),
    (
      #""load": {"failIf": ["duratle.p99>1s"]}"#,
      "'load.failIf[0]' is no threshold. The threshold 'duratle.p99>1s' begins with 'duratle'. "
        + "Did you mean 'durable'? It can begin with latency, service, waiting, lateness, saved, "
        + "durable, shown, complete, errors, rate."
    ),
    (
      #""load": {"failIf": ["durable.p99>1"]}"#,
      "'load.failIf[0]' is no threshold. The duration '1' in the threshold 'durable.p99>1' has no "
        + "unit. There are us, ms and s."
    ),
    (
      #""load": {"failIff": []}"#,
      "unknown key 'failIff' in 'load'; allowed are 'failIf'. Did you mean 'failIf'?"
    ),
    (#""network": 5"#, "'network' must be an object, not 5"),
    (#""metrics": {"targets": []}"#, "'metrics.targets' must be an object, not a list"),
    (#""extends": 5"#, "'extends' must be the name or the relative path of a scenario, not 5"),
  ]

  @Test("values of the wrong type or out of range", arguments: values)
  func value(member: String, sentence: String) {
    let lines = complaints(about: "{\"name\": \"x\", \(member)}")
    #expect(lines.hasSuffix(": " + sentence), "\(lines)")
    #expect(lines.hasPrefix("x.json:1:"), "\(lines)")
    #expect(!lines.contains("\n"), "\(lines)")
  }

  @Test(
    "names with characters that are not allowed",
    arguments: ["", "Two Words", "ünder", "a_b", "a/b"])
  func name(name: String) {
    #expect(
      complaints(about: "{\"name\": \"\(name)\"}")
        == "x.json:1:10: 'name' must be a name of small letters, digits and hyphens, "
        + "not the text \"\(name)\"")
  }

  static let weights: [(String, String)] = [
    (
      #""parentsPerHousehold": 2"#,
      "'population.parentsPerHousehold' must be an object of weights with keys from \"1\" "
        + "to \"2\", not 2"
    ),
    (
      #""parentsPerHousehold": {"1": 1, "3": 1}"#,
      "unknown key '3' in 'population.parentsPerHousehold'; allowed are '1', '2'"
    ),
    (
      #""parentsPerHousehold": {"01": 1}"#,
      "unknown key '01' in 'population.parentsPerHousehold'; allowed are '1', '2'"
    ),
    (
      #""parentsPerHousehold": {"1": -0.5}"#,
      "'population.parentsPerHousehold.1' must be a number from 0 to 1000000, not -0.5"
    ),
    (
      #""parentsPerHousehold": {"1": 1, "1": 2}"#,
      "'population.parentsPerHousehold.1' is already set at 1:54"
    ),
    (
      #""parentsPerHousehold": {}"#,
      "'population.parentsPerHousehold' needs at least one weight above 0"
    ),
    (
      #""parentsPerHousehold": {"1": 0, "2": 0}"#,
      "'population.parentsPerHousehold' needs at least one weight above 0"
    ),
    (
      #""zones": "UTC""#,
      "'population.zones' must be a list such as "
        + "[{\"zone\": \"America/New_York\", \"weight\": 1}], not the text \"UTC\""
    ),
    (#""zones": []"#, "'population.zones' needs at least one weight above 0"),
    (
      #""zones": ["Europe/Berlin"]"#,
      "'population.zones[0]' must be an object with 'zone' and 'weight', "
        + "not the text \"Europe/Berlin\""
    ),
    (
      #""zones": [{"zone": "Europe/Berlin", "weight": 1}, {"zone": "Europe/Berlin"}]"#,
      "'population.zones[1].weight' is missing"
    ),
    (
      #""zones": [{"zone": "Europe/Berlin", "weight": "1"}]"#,
      "'population.zones[0].weight' must be a number from 0 to 1000000, not the text \"1\""
    ),
    (
      #""zones": [{"zone": "Europe/Berlin", "weight": 1, "wight": 2}]"#,
      "unknown key 'wight' in 'population.zones[0]'; allowed are 'zone', 'weight'. "
        + "Did you mean 'weight'?"
    ),
    (
      #""zones": [{"zone": "Europe/Berlim", "weight": 1}]"#,
      "'population.zones[0].zone' names 'Europe/Berlim', which is no known time zone. "
        + "Did you mean 'Europe/Berlin'?"
    ),
  ]

  static let names: [(String, String)] = [
    (
      #""calendarModes": "daily""#,
      "'activities.calendarModes' must be an object of weights with keys from \"realTime\", "
        + "\"hourly\", \"daily\", \"manual\", not the text \"daily\""
    ),
    (
      #""calendarModes": {"dayly": 1}"#,
      "unknown key 'dayly' in 'activities.calendarModes'; allowed are 'realTime', 'hourly', "
        + "'daily', 'manual'. Did you mean 'daily'?"
    ),
    (
      #""calendarModes": {"hourly": "often"}"#,
      "'activities.calendarModes.hourly' must be a number from 0 to 1000000, not the text \"often\""
    ),
    (
      #""calendarModes": {"manual": 0}"#,
      "'activities.calendarModes' needs at least one weight above 0"
    ),
  ]

  @Test("tables of weights by name", arguments: names)
  func name(member: String, sentence: String) {
    let lines = complaints(about: "{\"name\": \"x\", \"activities\": {\(member)}}")
    #expect(lines.hasSuffix(": " + sentence), "\(lines)")
  }

  @Test("tables of weights and lists of zones", arguments: weights)
  func weight(member: String, sentence: String) {
    let lines = complaints(about: "{\"name\": \"x\", \"population\": {\(member)}}")
    #expect(lines.hasSuffix(": " + sentence), "\(lines)")
    #expect(!lines.contains("\n"), "\(lines)")
  }

  static let texts: [(String, String)] = [
    ("", "x.json:1:1: expected a value, found the end of the text"),
    ("{\"name\": \"x\"\n\"seed\": 1}", "x.json:2:1: expected ',' or '}', found '\"'"),
    ("{\"name\": \"x\", \"seed\": 007}", "x.json:1:23: '007' is not a number in JSON"),
    ("[]", "x.json:1:1: 'scenario' must be an object, not a list"),
  ]

  @Test("texts that are no JSON, or no object", arguments: texts)
  func text(text: String, sentence: String) {
    #expect(complaints(about: text) == sentence)
  }

  @Test("a minimum above its maximum is reported where the later of the two was set")
  func order() {
    let sentence = "'population.childAgeYearsMin' is 12, which is above "
    #expect(
      complaints(
        about: "{\"name\": \"x\", \"population\": {\n\"childAgeYearsMax\": 9,\n"
          + "\"childAgeYearsMin\": 12}}")
        == "x.json:3:21: \(sentence)'population.childAgeYearsMax', 9")
    let texts = ScenarioTexts([
      "base": #"{"name": "base", "population": {"childAgeYearsMin": 12}}"#,
      "x": "{\"name\": \"x\", \"extends\": \"base\",\n\"population\": {\"childAgeYearsMax\": 6}}",
    ])
    #expect(texts.complaints() == "x.json:2:36: \(sentence)'population.childAgeYearsMax', 6")
    #expect(
      texts.complaints(set: ["population.childAgeYearsMax=7"])
        == "--set population.childAgeYearsMax=7: \(sentence)'population.childAgeYearsMax', 7")
    #expect(texts.complaints(set: ["population.childAgeYearsMax=12"]) == "")
    #expect(
      complaints(
        about: "{\"name\": \"x\", \"sync\": {\"retryBackoffMillisecondsMin\": 500000}}")
        == "x.json:1:55: 'sync.retryBackoffMillisecondsMin' is 500000, which is above "
        + "'sync.retryBackoffMillisecondsMax', 300000")
  }

  @Test("an end after the known time zones is reported where the later of start and days was set")
  func end() {
    let known = "2045-12-31, the last day for which the time zones are known"
    #expect(
      complaints(about: "{\"name\": \"x\", \"days\": 3650,\n\"start\": \"2036-01-05\"}")
        == "x.json:2:10: 'days' is 3650, which from 'start', 2036-01-05, goes beyond \(known)")
    #expect(complaints(about: #"{"name": "x", "days": 3650, "start": "2036-01-04"}"#) == "")
    let texts = ScenarioTexts(["x": #"{"name": "x", "start": "2044-12-31"}"#])
    #expect(texts.complaints(set: ["days=366"]) == "")
    #expect(
      texts.complaints(set: ["days=367"])
        == "--set days=367: 'days' is 367, which from 'start', 2044-12-31, goes beyond \(known)")
    #expect(
      texts.complaints(set: ["days=-1"])
        == "--set days=-1: 'days' must be a whole number from 1 to 3650, not -1")
  }

  @Test("everything at once: all errors, in the order of the file")
  func allErrors() {
    let lines = complaints(
      about: """
        {
          "people": 0,
          "network": {"losShare": 1, "duplicateProbability": 2},
          "population": {"zones": [{"zone": "Nowhere"}], "childAgeYearsMin": 18,
            "childAgeYearsMax": 17},
          "people": 5,
        }
        """)
    let places = lines.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(
      places == [
        "x.json:1:1:", "x.json:2:13:", "x.json:3:15:", "x.json:3:54:", "x.json:4:28:",
        "x.json:4:37:", "x.json:5:25:", "x.json:6:3:",
      ], "\(lines)")
  }
}
