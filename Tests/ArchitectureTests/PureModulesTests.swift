import Testing

/// The third law of determinism: nothing ambient below the simulator.
@Suite("Pure rooms")
struct PureModulesTests {
  private static let files = SourceTree.sources.filter {
    Module.pureNames.contains($0.module ?? "")
  }

  /// What must not occur, and what to do instead. Modules such as Foundation are banned by the
  /// table of rooms.
  private static let banned: [(pattern: String, instead: String)] = [
    (#"\bDate\("#, "take the Instant as a parameter: a pure room is told the time"),
    (#"\b(?:Continuous|Suspending)Clock\b"#, "take the Instant as a parameter"),
    (#"\bUUID\("#, "derive identifiers from the seed, with a Decision of their own"),
    (
      #"\bSystemRandomNumberGenerator\b|\.(?:random|randomElement)\(|\.shuffled?\("#,
      "draw from Randomness with a Decision of its own"
    ),
    (
      #"\bhashValue\b|\bHasher\(|\bObjectIdentifier\b"#,
      "use Digest128: hashes and addresses differ from process to process"
    ),
    (
      #"\bProcessInfo\b|\bgetenv\b|\bCommandLine\."#,
      "take the value as a parameter that the scenario or the program sets"
    ),
    (
      #"\bFileManager\b|\bFileHandle\b|\bfopen\b|\bprint\(|\bdebugPrint\(|\breadLine\("#,
      "return the value and let an outer room read or write it"
    ),
    (
      #"\bTask\b\s*[.({]|\basync\b|\bawait\b|\bactor\s|\bThread\b|\bDispatchQueue\b"#
        + #"|\bpthread_|\bMutex\b|\bAtomic\b"#,
      "stay single-threaded: Simulator runs communities side by side"
    ),
    (
      #"(?<![.\w])(?<!func )(?:exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|tanh|cbrt)\("#,
      "use Mathematics of Base: the C library's last bit differs between machines"
    ),
  ]

  /// Mathematics itself is left out, for it calls its own functions by the names of the C
  /// library's; and so is what holds an atomic only to be passed by its address.
  private static let exempt = [
    "Sources/Groundwork/Base/Mathematics/",
    "Sources/Groundwork/Base/Containers/AddressOnlyMarker.swift",
  ]

  @Test("nothing ambient is reached for", arguments: banned.indices)
  func ambient(index: Int) {
    let (pattern, instead) = Self.banned[index]
    for file in Self.files where !Self.exempt.contains(where: { file.path.hasPrefix($0) }) {
      expectNone(file.findings(of: pattern, "not in a pure room; \(instead)"))
    }
  }

  /// Files that may use an unordered collection, because they only ever look a key up.
  private static let lookups = [
    "Sources/Core/DomainCore/Habits/BulkAction.swift": "finds what was named twice",
    "Sources/Core/DomainCore/Habits/HabitOrder.swift": "places are looked up by habit",
    "Sources/Core/DomainCore/Habits/NameTable.swift":
      "names are looked up, the order is the array's",
    "Sources/Core/DomainCore/Habits/Portability/HabitCSVReader.swift":
      "columns are looked up by name",
    "Sources/Core/DomainCore/Habits/Portability/HabitImport.swift":
      "what is taken out is sorted by day",
    "Sources/Core/DomainCore/Habits/ScopeState+HabitQueries.swift": "finds names that are taken",
    "Sources/Groundwork/Chronology/Recurrence/RecurrenceRule+Parsing.swift":
      "the parts of a rule are looked up by name",
    "Sources/Analytics/Metrics/Feasibility/TargetFeasibility.swift":
      "targets are looked up by figure",
    "Sources/Simulation/Plans/Commands/FactKind+Text.swift": "kinds are looked up by name",
    "Sources/Simulation/Plans/Steps/StepID+Text.swift": "verbs are looked up by name",
    "Sources/Simulation/Plans/Steps/PlanNames.swift":
      "things are looked up by name, and names by things",
    "Sources/Simulation/Plans/Steps/StepText+Reading.swift":
      "what a name stands for; suggestions are sorted",
    "Sources/Simulation/Plans/Files/PlanReader.swift": "finds names that were given twice",
    "Sources/Simulation/Plans/Files/Plan+Parts.swift": "finds what is kept",
    "Sources/Verification/ReferenceModels/ActivityModel.swift":
      "rows are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/AttendanceModel.swift":
      "marks are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/GroupBoardModel.swift":
      "what is told of a board is sorted",
    "Sources/Verification/ReferenceModels/CalendarLinkModel.swift":
      "events are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/DutyModel.swift": "holders are looked up by duty",
    "Sources/Verification/ReferenceModels/DeletionModel.swift":
      "finds what was taken back, and what is gone",
    "Sources/Verification/ReferenceModels/FieldModel.swift": "writes are looked up by field",
    "Sources/Verification/ReferenceModels/FoodModel.swift":
      "entries are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/GroupFeedModel.swift":
      "finds who and what was told already",
    "Sources/Verification/ReferenceModels/HabitModel.swift":
      "habits are looked up; what is listed is sorted",
    "Sources/Verification/ReferenceModels/HabitLifeModel.swift": "lives are looked up by habit",
    "Sources/Verification/ReferenceModels/InvitationModel.swift":
      "invitations are looked up by seal",
    "Sources/Verification/ReferenceModels/ScheduleModel.swift":
      "rows are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/RecoveryModel.swift":
      "check-ins are summed; logs of a day are sorted",
    "Sources/Verification/ReferenceModels/RosterModel.swift": "pairs and assignments are looked up",
    "Sources/Verification/ReferenceModels/PointsModel.swift":
      "sums are looked up by bonus and claim",
    "Sources/Verification/ReferenceModels/RecordModel.swift": "writes are looked up by field",
    "Sources/Verification/ReferenceModels/AcademicsModel.swift":
      "rows are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/NutritionTargetModel.swift":
      "targets are looked up by owner and metric",
    "Sources/Verification/ReferenceModels/TrainingModel.swift":
      "rows are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/WorkoutModel.swift":
      "records are looked up; what is told is sorted",
    "Sources/Verification/ReferenceModels/PointBalanceModel.swift":
      "causes are looked up, and counted",
    "Sources/Verification/Properties/Checkers/AchievementsChecker.swift": "counts are counted",
    "Sources/Verification/Properties/Checkers/AgendaChecker.swift":
      "what is looked up; days are sorted",
    "Sources/Verification/Properties/Checkers/IncrementalLogReplay.swift":
      "what was made, and what is gone, is looked up",
    "Sources/Verification/Properties/Checkers/CalendarsChecker.swift":
      "finds an event that was named before",
    "Sources/Verification/Properties/Checkers/ConflictsChecker.swift": "what is found is compared",
    "Sources/Verification/Properties/Checkers/ConservationChecker.swift":
      "what is reported is sorted",
    "Sources/Verification/Properties/Checkers/DaysChecker.swift":
      "days that were met are looked up",
    "Sources/Verification/Properties/Checkers/GroupChecker.swift": "finds what was told already",
    "Sources/Verification/Properties/Checkers/LogReplay.swift": "finds what was changed",
    "Sources/Verification/Properties/Checkers/NotificationsChecker.swift":
      "finds what was told already",
    "Sources/Verification/Properties/Checkers/SeatsChecker.swift": "seats are looked up by account",
    "Sources/Simulation/Scenarios/ScenarioDraft.swift": "finds the path of a parameter",
    "Sources/Core/ShakeoutCore/Nutrition.swift": "colors are looked up by metric",
    "Sources/Simulation/SimulatedWorld/Fleet/Fleet.swift": "backups are looked up by the replica",
    "Sources/Simulation/SimulatedWorld/Network/Network.swift": "fates are looked up by the message",
    "Sources/Groundwork/JSONText/JSONParser+Values.swift":
      "finds the first place of a key given twice",
  ]

  @Test("no Set or Dictionary whose order could leak")
  func unordered() {
    let pattern = #"\b(?:Set|Dictionary)\b\s*[<(]|\[\s*\[?[A-Z][\w.\]]*\s*:\s*[\w(\[]|\[\s*:\s*\]"#
    for file in Self.files where Self.lookups[file.path] == nil {
      expectNone(
        file.findings(
          of: pattern,
          "an unordered collection in a pure room; use an array, FlatMap or sorted keys, or name "
            + "the file in PureRoomsTests.lookups with the reason why its order cannot leak"))
    }
    for path in Self.lookups.keys.sorted() {
      let file = Self.files.first { $0.path == path }
      #expect(
        file.map { !$0.findings(of: pattern, "").isEmpty } == true,
        "\(path) uses no unordered collection any more: take it out of the list")
    }
  }
}
