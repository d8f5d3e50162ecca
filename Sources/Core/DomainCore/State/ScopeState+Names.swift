import Base

extension ScopeState {
  /// HAB-1: which of the owner's living habits of the same name this is, counted from 1.
  ///
  /// Two devices that offline create the same name both keep their habit; the later one, by the
  /// version of its name, shows a number behind it. Nothing is stored, so all devices agree as
  /// soon as they know the same habits.
  public func nameNumber(_ slot: Int) -> Int {
    let habit = habits[slot]
    var number = 1
    for other in 0..<habits.count
    where other != slot && habits[other].owner == habit.owner && habits[other].life.isAlive
      && habits[other].name.value.folded == habit.name.value.folded
      && habits[other].name.version < habit.name.version
    {
      number += 1
    }
    return number
  }

  /// HAB-1: a person's living habits with the names that a screen shows, no two of them equal.
  ///
  /// The earliest habit of a name shows it as it is, the others with the least number from 2 on
  /// that makes no name of another habit: `nameNumber`, unless somebody calls a habit "Read 2".
  /// They are compared as they are read, so that no handle that a fact makes up shows one twice.
  public func shownNames(
    of owner: MemberHandle, in names: NameTable
  ) -> [(slot: Int, name: String)] {
    let slots = (0..<habits.count)
      .filter { habits[$0].owner == owner && habits[$0].life.isAlive }
      .sorted { habits[$0].name.version < habits[$1].name.version }
    let texts = slots.map { slot in
      let handle = habits[slot].name.value.text
      return names.holds(handle) ? names.text(of: handle) : ""
    }
    var taken = Set(texts.map(NameTable.folded))
    var plain: Set<String> = []
    return zip(slots, texts).map { slot, text in
      if plain.insert(NameTable.folded(text)).inserted { return (slot, text) }
      var number = 2
      while !taken.insert(NameTable.folded("\(text) \(number)")).inserted { number += 1 }
      return (slot, "\(text) \(number)")
    }
  }
}
