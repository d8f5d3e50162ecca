import Testing

/// A pure module is a function of its inputs: it reads no clock, file, thread or address.
@Suite("Pure modules")
struct PureModulesTests {
  private static let files = SourceTree.sources.filter {
    Module.pureNames.contains($0.module ?? "")
  }

  /// What must not occur, and what to do instead. The table of modules already bans imports such
  /// as Foundation.
  private static let banned: [(pattern: String, instead: String)] = [
    (#"\bDate\("#, "take the Instant as a parameter: a pure module does not read the time"),
    (#"\b(?:Continuous|Suspending)Clock\b"#, "take the Instant as a parameter"),
    (#"\bUUID\("#, "derive identifiers from the seed, with a RandomPurpose of their own"),
    (
      #"\bSystemRandomNumberGenerator\b|\.(?:random|randomElement)\(|\.shuffled?\("#,
      "draw from Randomness with a RandomPurpose of its own"
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
      "return the value and let a module that is not pure read or write it"
    ),
    (
      #"\bTask\b\s*[.({]|\basync\b|\bawait\b|\bactor\s|\bThread\b|\bDispatchQueue\b"#
        + #"|\bpthread_|\bMutex\b|\bAtomic\b"#,
      "stay single-threaded: Simulator runs communities in parallel"
    ),
    (
      #"(?<![.\w])(?<!func )(?:exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|tanh|cbrt)\("#,
      "use Mathematics of Base: the C library's last bit differs between machines"
    ),
  ]

  /// Mathematics calls its own functions by the names of the C library's; the marker holds an
  /// atomic only so that it is passed by its address.
  private static let exempt = [
    "Sources/Groundwork/Base/Mathematics/",
    "Sources/Groundwork/Base/Containers/AddressOnlyMarker.swift",
  ]

  @Test(
    "no pure module uses a clock, a file, a thread or a random source", arguments: banned.indices)
  func ambient(index: Int) {
    let (pattern, instead) = Self.banned[index]
    for file in Self.files where !Self.exempt.contains(where: { file.path.hasPrefix($0) }) {
      expectNone(file.findings(of: pattern, "not in a pure module; \(instead)"))
    }
  }

  /// Files that may use an unordered collection, because they only look keys up.
  private static let lookups = [
    "Sources/Core/DomainCore/Habits/BulkAction.swift": "finds names given twice",
    "Sources/Core/DomainCore/Habits/HabitOrder.swift": "places are looked up by habit",
    "Sources/Core/DomainCore/Habits/NameTable.swift":
      "names are looked up, the order is the array's",
    "Sources/Core/DomainCore/Habits/Portability/HabitCSVReader.swift":
      "columns are looked up by name",
    "Sources/Core/DomainCore/Habits/Portability/HabitImport.swift":
      "removed days are sorted",
    "Sources/Core/DomainCore/Habits/HabitsState+Queries.swift": "finds names in use",
    "Sources/Analytics/Metrics/Definitions/MetricDefinition.swift":
      "a metric is looked up by its name",
    "Sources/Simulation/Plans/Steps/RecordedReferences.swift":
      "what a step created is looked up by its number",
    "Sources/Simulation/Scenarios/Fields/Scenario+Requirements.swift":
      "places of a table are looked up by path, and sorted",
    "Sources/Simulation/Scenarios/Fields/ScenarioGroup.swift":
      "places of a table are looked up by path",
    "Sources/Simulation/Scenarios/Reasons/Reason+All.swift":
      "a reason is looked up by its name",
    "Sources/Verification/Properties/Checkers/ErasedTexts.swift":
      "looks up whether a text is in use",
    "Sources/Simulation/SimulatedWorld/Storage/BackendStorage.swift":
      "looks up whose fields are erased",
    "Sources/Analytics/Metrics/Experiments/FigureDifference.swift":
      "intervals are looked up by metric",
    "Sources/Groundwork/Chronology/Recurrence/RecurrenceRule+Parsing.swift":
      "the parts of a rule are looked up by name",
    "Sources/Groundwork/UnicodeText/CollationTable.swift": "sequences are looked up",
    "Sources/Groundwork/UnicodeText/Normalization.swift": "pairs are looked up",
    "Sources/Analytics/Metrics/Feasibility/TargetFeasibility.swift":
      "targets are looked up by metric",
    "Sources/Core/ShakeoutCore/ReminderDetails.swift": "finds reminders that were listed twice",
    "Sources/Simulation/Plans/Commands/FactKind+Text.swift": "kinds are looked up by name",
    "Sources/Simulation/Plans/Steps/StepID+Text.swift": "step kinds are looked up by name",
    "Sources/Simulation/Plans/Steps/PlanNames.swift":
      "entities are looked up by name, and names by entity",
    "Sources/Simulation/Plans/Steps/StepText+Reading.swift":
      "names are looked up; suggestions are sorted",
    "Sources/Simulation/Plans/Files/PlanReader.swift": "finds names that were given twice",
    "Sources/Simulation/Plans/Files/Plan+Parts.swift": "looks up the parts to keep",
    "Sources/Verification/ReferenceModels/ActivityModel.swift":
      "rows are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/AttendanceModel.swift":
      "marks are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/GroupBoardModel.swift":
      "the events of a board are sorted",
    "Sources/Verification/ReferenceModels/CalendarLinkModel.swift":
      "events are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/DutyModel.swift": "holders are looked up by duty",
    "Sources/Verification/ReferenceModels/DeletionModel.swift":
      "rolled back and deleted rows are looked up",
    "Sources/Verification/ReferenceModels/FieldModel.swift": "writes are looked up by field",
    "Sources/Verification/ReferenceModels/FoodModel.swift":
      "entries are looked up; their order is an array's",
    "Sources/Verification/ReferenceModels/GroupFeedModel.swift":
      "notified members and causes are looked up",
    "Sources/Verification/ReferenceModels/HabitModel.swift":
      "habits are looked up; what is listed is sorted",
    "Sources/Verification/ReferenceModels/HabitLifeModel.swift":
      "lifecycles are looked up by habit",
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
      "records are looked up; events are sorted",
    "Sources/Verification/ReferenceModels/PointBalanceModel.swift":
      "causes are looked up, and counted",
    "Sources/Verification/Properties/Checkers/AchievementsChecker.swift":
      "counts are looked up by key",
    "Sources/Verification/Properties/Checkers/AgendaChecker.swift":
      "events are looked up; days are sorted",
    "Sources/Verification/Properties/Checkers/IncrementalLogReplay.swift":
      "created and deleted rows are looked up",
    "Sources/Verification/Properties/Checkers/CalendarsChecker.swift":
      "finds events that occurred before",
    "Sources/Verification/Properties/Checkers/ConflictsChecker.swift":
      "findings are compared as sets",
    "Sources/Verification/Properties/Checkers/ConservationChecker.swift":
      "violations are sorted",
    "Sources/Verification/Properties/Checkers/DaysChecker.swift":
      "days that were met are looked up",
    "Sources/Verification/Properties/Checkers/GroupChecker.swift":
      "sent notifications are looked up",
    "Sources/Verification/Properties/Checkers/LogReplay.swift": "changed rows are looked up",
    "Sources/Verification/Properties/Checkers/NotificationsChecker.swift":
      "sent notifications are looked up",
    "Sources/Analytics/Metrics/Accumulation/ClusterAccumulator.swift":
      "clusters are looked up by number; their sums are whole numbers, the same in any order",
    "Sources/Analytics/Metrics/Accumulation/MetricBreakdown.swift":
      "the people of a cluster are looked up, and added as whole numbers",
    "Sources/Analytics/Metrics/Accumulation/SegmentCounts.swift":
      "the people of a cluster are looked up",
    "Sources/Analytics/Metrics/Accumulation/SegmentCounts+Bytes.swift":
      "they are written in the order of the clusters",
    "Sources/Analytics/Metrics/Experiments/ClusterPairs.swift":
      "places and people are looked up by cluster; the keys are sorted",
    "Sources/Verification/Properties/Checkers/SeatsChecker.swift": "seats are looked up by account",
    "Sources/Simulation/Scenarios/Reading/RenamedKeys.swift": "old keys are looked up",
    "Sources/Simulation/Scenarios/Reading/ScenarioDraft.swift": "finds the path of a parameter",
    "Sources/Core/ShakeoutCore/Nutrition.swift": "colors are looked up by metric",
    "Sources/Core/DomainCore/Texts/ScopeTexts.swift": "new handles are looked up by old ones",
    "Sources/Core/DomainCore/Accounts/ScopeExport.swift": "numbers are looked up by text",
    "Sources/Core/SyncCore/Storage/JournalEntry.swift": "erased entries are looked up",
    "Sources/Core/SyncCore/Storage/Simulated/SimulatedServerStorage.swift":
      "erased entries are looked up",
    "Sources/Simulation/SimulatedWorld/Fleet/Fleet.swift": "backups are looked up by replica",
    "Sources/Simulation/SimulatedWorld/Network/Network.swift":
      "deliveries are looked up by message",
    "Sources/Groundwork/JSONText/JSONParser+Values.swift":
      "finds the first place of a key given twice",
  ]

  @Test("pure modules use a Set or Dictionary only to look keys up")
  func unordered() {
    let pattern = #"\b(?:Set|Dictionary)\b\s*[<(]|\[\s*\[?[A-Z][\w.\]]*\s*:\s*[\w(\[]|\[\s*:\s*\]"#
    for file in Self.files where Self.lookups[file.path] == nil {
      expectNone(
        file.findings(
          of: pattern,
          "an unordered collection in a pure module; use an array, FlatMap or sorted keys, or name "
            + "the file in PureModulesTests.lookups with the reason why its order cannot leak"))
    }
    for path in Self.lookups.keys.sorted() {
      let file = Self.files.first { $0.path == path }
      #expect(
        file.map { !$0.findings(of: pattern, "").isEmpty } == true,
        "\(path) no longer uses an unordered collection: remove it from the list")
    }
  }
}
