public import Base

// The areas lie in memory of their own, so that a state is small to pass on (`Boxed`).
extension ScopeState {
  @inlinable public var registers: Registers {
    @inline(__always) unsafeAddress { UnsafePointer(registersBox.address) }
    @inline(__always) unsafeMutableAddress { registersBox.address }
  }

  @inlinable public var families: FamiliesState {
    @inline(__always) unsafeAddress { UnsafePointer(familiesBox.address) }
    @inline(__always) unsafeMutableAddress { familiesBox.address }
  }

  @inlinable public var nutrition: NutritionState {
    @inline(__always) unsafeAddress { UnsafePointer(nutritionBox.address) }
    @inline(__always) unsafeMutableAddress { nutritionBox.address }
  }

  @inlinable public var training: TrainingState {
    @inline(__always) unsafeAddress { UnsafePointer(trainingBox.address) }
    @inline(__always) unsafeMutableAddress { trainingBox.address }
  }

  @inlinable public var academics: AcademicsState {
    @inline(__always) unsafeAddress { UnsafePointer(academicsBox.address) }
    @inline(__always) unsafeMutableAddress { academicsBox.address }
  }

  @inlinable public var schedule: ScheduleState {
    @inline(__always) unsafeAddress { UnsafePointer(scheduleBox.address) }
    @inline(__always) unsafeMutableAddress { scheduleBox.address }
  }

  @inlinable public var calendar: CalendarState {
    @inline(__always) unsafeAddress { UnsafePointer(calendarBox.address) }
    @inline(__always) unsafeMutableAddress { calendarBox.address }
  }

  @inlinable public var goals: GoalsState {
    @inline(__always) unsafeAddress { UnsafePointer(goalsBox.address) }
    @inline(__always) unsafeMutableAddress { goalsBox.address }
  }

  @inlinable public var rewards: RewardsState {
    @inline(__always) unsafeAddress { UnsafePointer(rewardsBox.address) }
    @inline(__always) unsafeMutableAddress { rewardsBox.address }
  }

  @inlinable public var group: GroupState {
    @inline(__always) unsafeAddress { UnsafePointer(groupBox.address) }
    @inline(__always) unsafeMutableAddress { groupBox.address }
  }
}
