// Nutrition, targets: commands.

extension Command {
  /// NUT-4: sets a person's target of one metric from today on; zero removes it.
  public static func setNutritionTarget(of person: MemberHandle, _ amount: TargetAmount)
    -> Command
  {
    Command(.nutritionOverrideSet, subject: person, payload: amount.payload)
  }

  /// NUT-4: makes a template.
  public static func createNutritionTemplate(by author: MemberHandle, name: TextHandle)
    -> Command
  {
    Command(.nutritionTemplateCreated, subject: author, payload: Payload(UInt64(name.raw)))
  }

  /// NUT-4: gives a template another name.
  public static func renameNutritionTemplate(
    _ template: Entity, by author: MemberHandle, to name: TextHandle
  ) -> Command {
    Command(
      .nutritionTemplateNameSet, subject: author, entity: template,
      payload: Payload(UInt64(name.raw)))
  }

  /// NUT-4: sets a template's target of one metric from today on; zero removes it.
  public static func setNutritionTemplate(
    _ template: Entity, by author: MemberHandle, _ amount: TargetAmount
  ) -> Command {
    Command(.nutritionTemplateValueSet, subject: author, entity: template, payload: amount.payload)
  }

  /// NUT-4: deletes a template, which from today on applies to no one.
  public static func deleteNutritionTemplate(_ template: Entity, by author: MemberHandle)
    -> Command
  {
    Command(.nutritionTemplateDeleted, subject: author, entity: template)
  }

  /// NUT-4: applies a template to a person's days.
  public static func applyNutritionTemplate(_ range: TemplateRange, to person: MemberHandle)
    -> Command
  {
    Command(.nutritionTemplateApplied, subject: person, payload: range.payload)
  }

  /// NUT-4: ends an application of a template from today on.
  public static func endNutritionTemplate(_ application: Entity, of person: MemberHandle)
    -> Command
  {
    Command(.nutritionTemplateEnded, subject: person, entity: application)
  }
}
