public import SystemLibrary

extension InputLimit {
  public static let chaosPlan = InputLimit(mebibytes: 1, "events of a load")
  public static let requestBody = InputLimit(mebibytes: 256, "bodies of requests")
}
