public import SystemLibrary

extension InputLimit {
  public static let requestBody = InputLimit(mebibytes: 256, "bodies of requests")
}
