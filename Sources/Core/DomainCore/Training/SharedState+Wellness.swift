// Training, wellness: folds of how a person feels, into the row of the day.

public import Base

extension SharedState {
  @inlinable public mutating func applyWellness(_ fact: Fact) -> Effect {
    let day = index(of: fact.day)
    let row = day * memberCapacity + Int(fact.subject.index)
    let old = personDays[row]
    guard Version(stamp: old.wellnessStamp, site: old.wellnessSite) < fact.version else {
      return .superseded
    }
    let score = WellnessScore(fact.payload)
    personDays[row].wellnessStamp = fact.version.stamp
    personDays[row].wellnessSite = fact.version.site
    personDays[row].mental = score.mental
    personDays[row].physical = score.physical
    if old.hasCheckIn {
      digestStored.remove(wellnessContribution(of: old, fact.subject, day))
      if old.mental != score.mental || old.physical != score.physical {
        replaced = Version(stamp: old.wellnessStamp, site: old.wellnessSite)
      }
    }
    digestStored.add(wellnessContribution(of: personDays[row], fact.subject, day))
    return .changed
  }

  @inlinable public func wellnessContribution(
    of row: PersonDay, _ person: MemberHandle, _ day: Int
  ) -> Digest128 {
    Digest128.mix(
      row.wellnessStamp, UInt64(row.wellnessSite), UInt64(row.mental) << 8 | UInt64(row.physical),
      UInt64(day) << 32 | UInt64(person.index) << 16 | UInt64(FactKind.wellnessSet.rawValue))
  }
}
