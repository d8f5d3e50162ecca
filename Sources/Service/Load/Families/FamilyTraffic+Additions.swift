extension FamilyTraffic {
  /// What a load adds to the people of its plan.
  struct Additions {
    /// When members sign in on one more phone each.
    var installTimes: [Int64] = []
    /// How many phones wait for news at a time.
    var pollsMax = 0
    /// The number of an install, by its place among the new ones.
    var newInstall: (Int) -> UInt64 = { UInt64($0) }
    /// Makes a device of one that has signed up, with its number among the devices.
    var makeDevice: (FamilyDevice.Place, FamilySignUp.Device, Int) -> FamilyDevice? = { _, _, _ in
      nil
    }
    /// Whether everyone stays who they are at the server: no one joins or deletes an account.
    var keepsAccounts = false
    /// The people who decide while the load runs what they do; nil for the steps of the plan.
    var people: LivePeople?
    /// A request that waits for news after a cursor, with the token of a device.
    var pollRequest: (String, String?) -> [UInt8] = { _, _ in [] }
  }
}
