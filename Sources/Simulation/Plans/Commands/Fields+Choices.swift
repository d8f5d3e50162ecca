import DomainCore
import JSONText

extension Fields {
  // MARK: Families and notifications

  static let role = FieldType.number(of: Role.self)
  static let knownRole = FieldType<Role>.choice()
  static let sex = FieldType<Sex>.choice()
  /// The sex of an added member, where zero stands for unknown.
  static let sexNumber = FieldType.number(of: Sex.self, adding: 1)
  static let profileField = FieldType<ProfileField>.choice()
  static let notificationKind = FieldType<NotificationKind>.choice()
  static let channels = FieldType.set(of: ["push", "sms", "email", "inApp"])

  // MARK: Habits and nutrition

  static let completionSource = FieldType<CompletionSource>.choice()
  static let metric = FieldType<NutritionMetric>.choice()
  static let meal = FieldType<MealKind>.choice()
  static let mealSource = FieldType<MealSource>.choice()
  static let foodText = FieldType<FoodText>.choice()
  static let waterSource = FieldType<WaterSource>.choice()

  // MARK: Training and academics

  static let sessionType = FieldType<SessionType>.choice()
  static let intensity = FieldType<SessionIntensity>.choice()
  static let sessionField = FieldType<SessionField>.choice()
  static let templateField = FieldType<TemplateField>.choice()
  static let assignmentField = FieldType<AssignmentField>.choice()
  static let workout = FieldType<WorkoutKind>.choice()
  static let weekdays = FieldType.set(
    of: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
  static let courseField = FieldType<CourseField>.choice()
  static let itemField = FieldType<AcademicItemField>.choice()
  static let itemKind = FieldType<AcademicItemKind>.choice()
  static let itemPriority = FieldType<AcademicPriority>.choice()

  // MARK: Schedule and calendar

  static let sportField = FieldType<SportField>.choice()
  static let classField = FieldType<ClassField>.choice()
  static let classType = FieldType<ClassType>.choice()
  static let occurrenceField = FieldType<OccurrenceField>.choice()
  static let duty = FieldType<DutyKind>.choice()
  static let swapStep = FieldType<SwapStep>.choice()
  static let conflictField = FieldType<ConflictField>.choice()
  static let calendarMode = FieldType<CalendarMode>.choice()
  static let calendarField = FieldType<CalendarField>.choice()
  static let calendarFields = FieldType.set(of: CalendarField.allCases.map { "\($0)" })
  static let side = FieldType<CalendarSide>.choice()

  // MARK: Goals and rewards

  static let goalType = FieldType<GoalType>.choice()
  static let goalMetric = FieldType<NutritionGoal>.choice()
  static let goalText = FieldType<GoalText>.choice()
  /// A value that applies to classes of one type, where zero stands for all types.
  static let classTypeNumber = FieldType.number(of: ClassType.self, adding: 1)
  static let classTypes = FieldType.set(of: ClassType.allCases.map { "\($0)" })
  static let goalPriority = FieldType<GoalPriority>.choice()
  static let pointItem = FieldType<PointItem>.choice()
}

// MARK: - Food

extension Fields {
  /// The items of a meal; unused places after the last item are left out.
  static let foods = FieldType<[MealItem]>(
    allowed: "a list of at most three such as {\"food\":\"toast\",\"quarters\":4}", blank: [],
    write: { items, _ in
      let last = items.lastIndex { $0 != .none }
      return .array(items.prefix((last ?? -1) + 1).map { write($0) })
    },
    read: { node, _ in
      guard let elements = node.elements, elements.count <= 3 else { return nil }
      var items: [MealItem] = []
      for element in elements {
        guard let item = read(element) else { return nil }
        items.append(item)
      }
      return items
    })

  private static let foodNames = FoodTable.foods.map { "\($0.name)" }

  private static func write(_ item: MealItem) -> JSONNode {
    let food = Int(item.food)
    return [
      "food": food < foodNames.count ? .string(foodNames[food]) : .integer(food),
      "quarters": .integer(item.quarters),
    ]
  }

  private static func read(_ node: JSONNode) -> MealItem? {
    guard node.members?.count == 2, let food = node["food"],
      let quarters = node["quarters"]?.integer(as: UInt16.self)
    else { return nil }
    let number =
      food.string.flatMap { foodNames.firstIndex(of: $0) }.map { UInt16($0) }
      ?? food.integer(as: UInt16.self)
    return number.map { MealItem(food: $0, quarters: quarters) }
  }

  static let leadMinutes = FieldType<SIMD4<UInt16>>(
    allowed: "a list of at most four whole numbers such as [30, 10]", blank: .zero,
    write: { minutes, _ in
      let last = (0..<4).last { minutes[$0] != 0 }
      return .array((0..<(last ?? -1) + 1).map { .integer(minutes[$0]) })
    },
    read: { node, _ in
      guard let elements = node.elements, elements.count <= 4 else { return nil }
      var minutes = SIMD4<UInt16>.zero
      for (place, element) in elements.enumerated() {
        guard let value = element.integer(as: UInt16.self) else { return nil }
        minutes[place] = value
      }
      return minutes
    })
}
