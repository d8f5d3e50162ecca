import Chronology
import DomainCore
import TestKit

extension SampleCommands {
  mutating func families(_ kind: FactKind) -> Command {
    switch kind {
    case .childMayLogSet: return .setChildMayLog(member(), to: dice.flip())
    case .memberJoined:
      let code = InvitationCode(dice.flip() ? 0 : dice.bits())
      return .join(with: code, as: dice.pick(Role.self), born: day())
    case .memberAdded:
      return .addMember(
        MemberAddition(
          role: dice.pick(Role.self), born: day(), name: text(),
          sex: dice.pick([nil, .male, .female]), weightGrams: dice.number(0...1 << 20 - 1),
          heightMillimeters: dice.number(0...1 << 12 - 1)), by: member())
    case .memberEnded: return dice.flip() ? .removeMember(member()) : .deactivateMember(member())
    case .memberActivated: return .activateMember(member())
    case .memberRoleSet: return .setRole(of: member(), to: dice.pick(Role.self))
    case .consentSet: return .setConsent(for: member(), given: dice.flip())
    case .invitationMade:
      return .invite(
        as: dice.pick(Role.self), code: InvitationCode(UInt64(dice.roll(9))), by: member())
    case .invitationRevoked: return .revokeInvitation(entity(), by: member())
    case .rosterSet: return .setRoster(of: member(), athlete: member(), to: dice.flip())
    case .profileFieldSet:
      let field = dice.pick(ProfileField.self)
      switch field {
      case .born: return .setBorn(day(), of: member())
      case .sex: return .setSex(dice.pick(Sex.self), of: member())
      default: return .setProfile(field, of: member(), to: text())
      }
    case .weightSet: return .setWeight(of: member(), on: day(), grams: dice.number(UInt32.self))
    case .heightSet:
      return .setHeight(of: member(), on: day(), millimeters: dice.number(UInt32.self))
    default: return .setWorkoutSharing(of: member(), to: dice.flip())
    }
  }

  private mutating func habitName() -> HabitName {
    // The compared form of a name may be wrong on purpose.
    let honest = world.habitName(dice.pick(["Read", "READ", "Écoute", "run 5 km"]))
    return dice.roll(4) == 0 ? HabitName(text: text(), folded: text()) : honest
  }

  mutating func habits(_ kind: FactKind) -> Command {
    switch kind {
    case .habitCreated:
      return .createHabit(
        for: member(), name: habitName(), category: text(), icon: dice.number(UInt16.self),
        rank: dice.number(UInt32.self))
    case .habitNameSet: return .renameHabit(entity(), of: member(), to: habitName())
    case .habitDescriptionSet, .habitCategorySet:
      return .setHabitField(kind, of: entity(), owner: member(), to: text().raw)
    case .habitIconSet, .habitRankSet:
      return .setHabitField(kind, of: entity(), owner: member(), to: dice.number(UInt32.self))
    case .habitArchivedSet: return .archiveHabit(entity(), of: member(), dice.flip())
    case .habitDeleted: return .deleteHabit(entity(), of: member())
    case .habitRestored: return .restoreHabit(entity(), of: member())
    case .completionSet:
      return .setCompletion(
        of: entity(), owner: member(), on: day(), done: dice.flip(),
        source: dice.pick(CompletionSource.self))
    default: return .startHabit(entity(), of: member(), on: day())
    }
  }

  private mutating func target() -> TargetAmount {
    TargetAmount(dice.pick(NutritionMetric.self), dice.number(UInt32.self))
  }

  private mutating func item() -> MealItem {
    dice.flip()
      ? .none : MealItem(food: dice.number(0...30), quarters: dice.number(UInt16.self))
  }

  private mutating func meal() -> MealPortion {
    let origin = MealOrigin(
      dice.pick(MealSource.self), hall: dice.number(UInt8.self), item: dice.number(0...8_191))
    let kind = dice.pick(MealKind.self)
    guard origin.source != .table else {
      return MealPortion(kind, isContinuation: dice.flip(), item(), item(), item())
    }
    var lanes = SIMD8<UInt32>.zero
    for lane in 0..<7 { lanes[lane] = dice.number(0...Nutrients.statedMost[lane]) }
    return MealPortion(
      kind, isContinuation: dice.flip(), stating: Nutrients(lanes: lanes), from: origin)
  }

  mutating func nutrition(_ kind: FactKind) -> Command {
    switch kind {
    case .photoAnalyzed: return .analyzePhoto(for: member())
    case .nutritionOverrideSet: return .setNutritionTarget(of: member(), target())
    case .nutritionTemplateCreated: return .createNutritionTemplate(by: member(), name: text())
    case .nutritionTemplateNameSet:
      return .renameNutritionTemplate(entity(), by: member(), to: text())
    case .nutritionTemplateValueSet:
      return .setNutritionTemplate(entity(), by: member(), target())
    case .nutritionTemplateDeleted: return .deleteNutritionTemplate(entity(), by: member())
    case .nutritionTemplateApplied:
      let range = TemplateRange(template: entityOrNone(), first: day(), last: day())
      return .applyNutritionTemplate(range, to: member())
    case .nutritionTemplateEnded: return .endNutritionTemplate(entity(), of: member())
    case .mealLogged: return .logMeal(for: member(), meal())
    case .favoriteMealSet:
      return .setFavoriteMeal(for: member(), slot: dice.number(UInt8.self), meal())
    case .foodChanged: return .changeMeal(entity(), of: member(), to: meal())
    case .foodMoved:
      let time = FoodTime(day: day(), minuteOfDay: dice.flip() ? nil : minute())
      return .setFoodTime(entity(), of: member(), to: time)
    case .foodTextSet:
      return .setFoodText(dice.pick(FoodText.self), entity(), of: member(), to: text())
    case .foodDeleted: return .deleteFood(entity(), of: member())
    case .waterImported:
      let water = ImportedWater(
        sample: dice.number(UInt64.self), day: day(), tenthOunces: dice.number(UInt16.self),
        minuteOfDay: minute())
      return .importWater(water, of: member())
    default:
      return .logWater(
        for: member(),
        WaterAmount(
          tenthOunces: dice.number(UInt16.self), source: dice.pick(WaterSource.self),
          minuteOfDay: minute()))
    }
  }
}
