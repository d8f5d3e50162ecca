// Nutrition, favorites: meals that a person stores for logging in one tap.

public import Base

extension NutritionState {
  /// NUT-5: the latest write to a favorite slot.
  @inlinable public func favorite(of member: MemberHandle, slot: Int) -> Register<Payload> {
    favorites[Int(member.index) * Self.favoritesPerMember + slot]
  }

  /// NUT-5: the meal of a favorite slot, if one was stored there.
  public func favoriteMeal(of member: MemberHandle, slot: Int) -> MealPortion? {
    let kept = favorite(of: member, slot: slot)
    return kept.version == .never ? nil : MealPortion(kept.value)
  }

  /// Adds the slots of new members.
  mutating func addFavorites(forMembers count: Int) {
    favorites.extend(to: count * Self.favoritesPerMember, repeating: Register(Payload()))
  }

  mutating func applyFavorite(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let position = Int(fact.subject.index) * Self.favoritesPerMember + Int(fact.entity.raw)
    let old = favorites[position]
    guard favorites[position].write(fact.payload, at: fact.version) else { return .superseded }
    shared.accountRegister(favorites[position], insteadOf: old, kind: .favoriteMealSet, position)
    return .changed
  }
}
