public import Chronology
public import DomainCore

/// A reference model of NUT-4, computed from the log alone: the targets that parents have set, for
/// a person or in a template, and where a template applies.
public struct NutritionTargetModel: ReferenceModel {
  private struct Key: Hashable {
    /// A person's place, or a template.
    var owner: UInt64
    var isTemplate: Bool
    var metric: NutritionMetric
  }

  private struct Step {
    var day: LocalDay
    var version: Version
    var amount: UInt32
  }

  private struct Use {
    var template: Entity
    var first: LocalDay
    var last: LocalDay
    var version: Version
    var entity: Entity
    var end: LocalDay?
  }

  private var steps: [Key: [Step]] = [:]
  private var uses: [[Use]] = []
  /// The first day without a deleted template.
  private var ends: [Entity: LocalDay] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .nutritionOverrideSet: set(fact, of: UInt64(fact.subject.index), isTemplate: false)
    case .nutritionTemplateValueSet: set(fact, of: fact.entity.raw, isTemplate: true)
    case .nutritionTemplateDeleted:
      ends[fact.entity] = min(ends[fact.entity] ?? fact.day, fact.day)
    case .nutritionTemplateApplied:
      let range = TemplateRange(fact.payload)
      while uses.count <= Int(fact.subject.index) { uses.append([]) }
      uses[Int(fact.subject.index)].append(
        Use(
          template: range.template, first: range.first, last: range.last, version: fact.version,
          entity: fact.identity))
    case .nutritionTemplateEnded:
      for person in uses.indices {
        for place in uses[person].indices where uses[person][place].entity == fact.entity {
          uses[person][place].end = min(uses[person][place].end ?? fact.day, fact.day)
        }
      }
    default: break
    }
  }

  private mutating func set(_ fact: Fact, of owner: UInt64, isTemplate: Bool) {
    let payload = TargetAmount(fact.payload)
    guard let metric = payload.metric else { return }
    let key = Key(owner: owner, isTemplate: isTemplate, metric: metric)
    let step = Step(day: fact.day, version: fact.version, amount: payload.amount)
    var own = steps[key] ?? []
    if let place = own.firstIndex(where: { $0.day == fact.day }) {
      if own[place].version < fact.version { own[place] = step }
    } else {
      own.append(step)
    }
    steps[key] = own
  }

  private func amount(
    of owner: UInt64, isTemplate: Bool, _ metric: NutritionMetric, on day: LocalDay
  ) -> UInt32 {
    let own = steps[Key(owner: owner, isTemplate: isTemplate, metric: metric)] ?? []
    return own.filter { $0.day <= day }.max { $0.day < $1.day }?.amount ?? 0
  }

  /// The target of a metric for a person's day: their own, else that of the template applied last
  /// among those in force; zero where the calculation applies.
  public func amount(of person: Int, _ metric: NutritionMetric, on day: LocalDay) -> UInt32 {
    if steps.isEmpty { return 0 }
    let own = amount(of: UInt64(person), isTemplate: false, metric, on: day)
    guard own == 0, person < uses.count else { return own }
    let set = uses[person].filter { use in
      use.first <= day && day <= use.last && use.end.map { day < $0 } ?? true
        && ends[use.template].map { day < $0 } ?? true
        && amount(of: use.template.raw, isTemplate: true, metric, on: day) > 0
    }
    guard let last = set.max(by: { $0.version < $1.version }) else { return 0 }
    return amount(of: last.template.raw, isTemplate: true, metric, on: day)
  }
}

/// NUT-1…NUT-3, NUT-6: what a body needs on a day, by the tables of the Institute of Medicine, and
/// whether a person's food and drink meet it.
public struct NutrientNeed: Equatable {
  /// In tenths of a kilocalorie and of a gram, and in milliliters to drink.
  public var energy: UInt64 = 0
  public var protein: UInt64 = 0
  public var water: UInt64 = 0

  public init() {}

  /// For a body in grams and millimeters and the number of trainings in four weeks.
  public init(_ sex: Sex, age: Int, grams: UInt32, millimeters: UInt32, trainings: Int) {
    guard grams > 0, grams <= 1_000_000, millimeters > 0, millimeters <= 3_000 else { return }
    let level = Self.level(trainings: trainings)
    if age >= 3 { energy = Self.energy(sex, age, Int64(grams), Int64(millimeters), level) }
    let gramsPerTonne: UInt64 =
      age < 1 ? 0 : age <= 3 ? 1_050 : age <= 13 ? 950 : age <= 18 ? 850 : 800
    let more: UInt64 = [100, 100, 125, 150][level]
    // Grams of body × thousandths of a gram per kilogram × hundredths, as tenths of a gram.
    protein = (UInt64(grams) * gramsPerTonne * more + 5_000_000) / 10_000_000
    water = Self.water(sex, age) * 8 / 10
  }

  /// 0 to 3: sedentary, moderate, active, very active, by trainings a week rounded half up.
  private static func level(trainings: Int) -> Int {
    let doubled = trainings * 2 / 4
    let weekly = (doubled + 1) / 2
    return weekly <= 2 ? 0 : weekly <= 4 ? 1 : weekly <= 6 ? 2 : 3
  }

  /// In units of 0.0000001 kcal until the end, so that every term is an integer.
  private static func energy(
    _ sex: Sex, _ age: Int, _ grams: Int64, _ millimeters: Int64, _ level: Int
  ) -> UInt64 {
    // Constant, per year, per kilogram, per meter; all in hundredths of a kilocalorie.
    let isAdult = age >= 19
    let terms: [Int64]
    let activity: [Int64]
    switch (sex, isAdult) {
    case (.male, false): (terms, activity) = ([8_850, 6_190, 2_670, 90_300], [100, 113, 126, 142])
    case (.female, false):
      (terms, activity) = ([13_530, 3_080, 1_000, 93_400], [100, 116, 131, 156])
    case (.male, true): (terms, activity) = ([66_200, 953, 1_591, 53_960], [100, 111, 125, 148])
    case (.female, true): (terms, activity) = ([35_400, 691, 936, 72_600], [100, 112, 127, 145])
    }
    let growth: Int64 = isAdult ? 0 : age <= 8 ? 20 : 25
    let unit: Int64 = 100_000
    let moving = activity[level] * (terms[2] * grams + terms[3] * millimeters)
    let sum = terms[0] * unit - terms[1] * unit * Int64(age) + growth * 100 * unit + moving
    return sum < 500_000 ? 0 : UInt64((sum + 500_000) / 1_000_000)
  }

  private static func water(_ sex: Sex, _ age: Int) -> UInt64 {
    let boys: [(through: Int, UInt64)] = [
      (0, 0), (3, 1_300), (8, 1_700), (13, 2_400), (18, 3_300), (.max, 3_700),
    ]
    let girls: [(through: Int, UInt64)] = [
      (0, 0), (3, 1_300), (8, 1_700), (13, 2_100), (18, 2_300), (.max, 2_700),
    ]
    return (sex == .male ? boys : girls).first { age <= $0.through }?.1 ?? 0
  }

  /// NUT-3: the calculated target of a metric: of energy 55 % as carbohydrate and 30 % as fat, at 4
  /// and 9 kcal per gram, and 14 g of fiber for 1,000 kcal.
  public func amount(of metric: NutritionMetric) -> UInt64 {
    switch metric {
    case .energy: energy
    case .protein: protein
    case .water: water
    case .carbohydrate: Self.share(of: energy, 55, per: 400)
    case .fat: Self.share(of: energy, 30, per: 900)
    case .fiber: Self.share(of: energy, 14, per: 1_000)
    }
  }

  /// Rounded half up.
  private static func share(of energy: UInt64, _ parts: UInt64, per whole: UInt64) -> UInt64 {
    let (grams, rest) = (energy * parts).quotientAndRemainder(dividingBy: whole)
    return grams + (2 * rest >= whole ? 1 : 0)
  }

  /// NUT-6: the color of a person's day against an amount of a metric, nil without one.
  public static func color(
    of metric: NutritionMetric, for lanes: SIMD8<UInt32>, goal: UInt64
  ) -> NutritionColor? {
    if goal == 0 { return nil }
    let lane = [NutritionMetric.energy: 0, .protein: 1, .carbohydrate: 2, .fat: 3, .fiber: 4]
    // Water is drunk in tenths of an ounce, and its goal is in milliliters.
    let eaten = lane[metric].map { UInt64(lanes[$0]) } ?? UInt64(lanes[7]) * 295_735
    let whole = lane[metric] == nil ? goal * 100_000 : goal
    let isTwoSided = metric == .energy || metric == .carbohydrate || metric == .fat
    let off = eaten < whole ? whole - eaten : isTwoSided ? eaten - whole : 0
    if off * 100 <= whole * (isTwoSided ? 5 : 0) { return .green }
    return off * 100 <= whole * 20 ? .yellow : .red
  }

  /// NUT-6: all three green.
  public func isMet(by lanes: SIMD8<UInt32>) -> Bool {
    guard energy > 0, protein > 0, water > 0 else { return false }
    let eaten = UInt64(lanes[0]) * 100
    return energy * 95 <= eaten && eaten <= energy * 105 && UInt64(lanes[1]) >= protein
      && UInt64(lanes[7]) * 295_735 >= water * 100_000
  }
}
