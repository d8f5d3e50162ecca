import Testing

@testable import DomainCore

@Suite("A habit's name")
struct HabitNameTests {
  @Test("HAB-1: loses surrounding space and keeps its letters")
  func trimmed() {
    var names = NameTable()
    let name = names.habitName(" \t Read a Book\n")
    #expect(names.text(of: name.text) == "Read a Book")
    #expect(names.habitName("read a BOOK").folded == name.folded)
    #expect(names.habitName("read a BOOK").text != name.text)
    #expect(names.habitName("Read  a Book").folded != name.folded)
  }

  @Test("HAB-1: is compared without regard to case beyond ASCII too")
  func folded() {
    var names = NameTable()
    #expect(names.habitName("ÉTUDE").folded == names.habitName("étude").folded)
    #expect(names.habitName("e\u{301}tude").folded == names.habitName("étude").folded)
    #expect(names.habitName("Лес").folded == names.habitName("ЛЕС").folded)
  }

  @Test("FAM-16: is compared without invisible characters, width and expansions of case")
  func foldedFully() {
    var names = NameTable()
    #expect(names.habitName("Stra\u{AD}\u{DF}e").folded == names.habitName("STRASSE").folded)
    #expect(names.habitName("Re\u{200B}ad").folded == names.habitName("ＲＥＡＤ").folded)
    // What a person typed is shown.
    #expect(names.text(of: names.habitName(" ＲＥＡＤ ").text) == "ＲＥＡＤ")
  }

  @Test("FAM-16: a text of which nothing is visible is the empty one, unless a table was kept")
  func invisible() {
    var names = NameTable()
    #expect(names.handle(of: "\u{200B}\u{3164}") == .empty)
    #expect(names.habitName(" \u{2800} ").text == .empty)
    let kept = names.restore("\u{200B}")
    #expect(kept == TextHandle(1) && names.text(of: kept) == "\u{200B}")
  }

  @Test("FAM-16: two spellings of one name are two texts, whatever the toolchain calls equal")
  func spellings() {
    var names = NameTable()
    let (one, other) = (names.handle(of: "\u{E9}"), names.handle(of: "e\u{301}"))
    #expect(one != other)
    #expect(names.text(of: other).unicodeScalars.count == 2)
    #expect(names.habitName("\u{E9}").folded == names.habitName("e\u{301}").folded)
  }

  @Test(
    "HAB-1, FAM-16: must not be empty",
    arguments: ["", " ", "\n\t", "\u{3000}", "\u{200B}", " \u{3164}\u{2060}", "\u{2800}"])
  func empty(name: String) {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let rename = Command.renameHabit(
      habit, of: TestFamily.child, to: family.names.habitName(name))
    for place in [DecisionPlace.device, .server] {
      #expect(family.refusal(of: family.fact(family.creation(name)), at: place) == .nameEmpty)
      #expect(family.refusal(of: family.fact(rename), at: place) == .nameEmpty)
    }
  }

  @Test("HAB-1: is unique per owner, not per family")
  func unique() {
    let family = TestFamily()
    let read = family.addHabit("Read")
    let write = family.addHabit("Write")
    func onDevice(_ command: Command) -> Refusal? {
      family.refusal(of: family.fact(command), at: .device)
    }
    #expect(onDevice(family.creation("read ")) == .nameTaken)
    #expect(onDevice(family.creation("read", owner: TestFamily.sibling)) == nil)
    let taken = family.names.habitName("READ")
    #expect(onDevice(.renameHabit(write, of: TestFamily.child, to: taken)) == .nameTaken)
    // Its own name in other letters is not a clash.
    #expect(onDevice(.renameHabit(read, of: TestFamily.child, to: taken)) == nil)
  }

  @Test("HAB-1: is free again after a delete, but not while archived")
  func freedByDelete() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.submit(.archiveHabit(habit, of: TestFamily.child, true))
    #expect(family.refusal(of: family.fact(family.creation("Read")), at: .device) == .nameTaken)
    family.submit(.deleteHabit(habit, of: TestFamily.child))
    #expect(family.refusal(of: family.fact(family.creation("Read")), at: .device) == nil)
  }

  @Test("HAB-1: made twice offline, the later habit is numbered and keeps its completions")
  func numbered() {
    let family = TestFamily()
    // The earlier tap arrives last.
    let early = family.fact(family.creation("Read"), site: 1)
    let late = family.fact(family.creation("read"), site: 2)
    #expect(family.submit(late) == .changed)
    family.mark(late.identity, 0, site: 2)
    #expect(family.submit(early) == .changed)
    let earlySlot = family.state.slot(of: early.identity)!
    let lateSlot = family.state.slot(of: late.identity)!
    #expect(family.state.habits.nameNumber(earlySlot) == 1)
    #expect(family.state.habits.nameNumber(lateSlot) == 2)
    #expect(family.shownNames() == ["Read", "read 2"])
    #expect(family.isDone(late.identity, 0))
    #expect(family.statistics(late.identity, asOf: 0).total == 1)
  }

  @Test("HAB-1: is numbered by the time of its write, so a rename comes last")
  func numberedByRename() {
    let family = TestFamily()
    let first = family.addHabit("Read")
    let second = family.addHabit("Write")
    family.submit(.renameHabit(first, of: TestFamily.child, to: family.names.habitName("write")))
    #expect(family.state.habits.nameNumber(family.state.slot(of: second)!) == 1)
    #expect(family.state.habits.nameNumber(family.state.slot(of: first)!) == 2)
    family.submit(.deleteHabit(second, of: TestFamily.child))
    #expect(family.shownNames() == ["write"])
  }

  @Test("HAB-1: gets a number that does not give another habit's name")
  func numberIsFree() {
    let family = TestFamily()
    family.addHabit("Read")
    family.addHabit("READ")
    family.addHabit("read")
    family.addHabit("Read 2")
    family.addHabit("Read", owner: TestFamily.sibling)
    #expect(family.shownNames() == ["Read", "READ 3", "read 4", "Read 2"])
    #expect(family.shownNames(of: TestFamily.sibling) == ["Read"])
    #expect(Set(family.shownNames().map(NameTable.folded)).count == 4)
  }

  @Test("HAB-1: is shown once, whatever comparison form a fact contains")
  func numberOfInventedNames() {
    let family = TestFamily()
    family.addHabit("Read")
    let read = family.names.habitName("read")
    let mismatched = HabitName(text: read.text, folded: family.names.handle(of: "write"))
    let strangers = [900, 901].map { HabitName(text: TextHandle($0), folded: TextHandle($0)) }
    for name in [mismatched] + strangers {
      family.submit(
        .createHabit(for: TestFamily.child, name: name, category: .empty, icon: 0, rank: 0))
    }
    #expect(family.shownNames() == ["Read", "read 2", "", " 2"])
  }

  @Test("HAB-1: every field is a register of which the later edit wins")
  func fields() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    let kinds: [FactKind] = [
      .habitDescriptionSet, .habitCategorySet, .habitIconSet, .habitRankSet,
    ]
    for kind in kinds {
      let earlier = family.fact(
        .setHabitField(kind, of: habit, owner: TestFamily.child, to: 1), site: 1)
      let later = family.fact(
        .setHabitField(kind, of: habit, owner: TestFamily.child, to: 2), site: 2)
      #expect(family.submit(later) == .changed)
      #expect(family.submit(earlier) == .superseded)
    }
    let shown = family.state.habitAt(0)
    #expect(shown.text.value == TextHandle(2) && shown.category.value == TextHandle(2))
    #expect(shown.icon.value == 2 && shown.rank.value == 2)
  }
}
