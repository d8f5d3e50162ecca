/// The wire types of Thrift's compact protocol, as in field headers and list elements.
enum ThriftCompactType: UInt8 {
  case stop = 0
  case booleanTrue = 1
  case booleanFalse = 2
  case byte = 3
  case int16 = 4
  case int32 = 5
  case int64 = 6
  case double = 7
  case binary = 8
  case list = 9
  case set = 10
  case map = 11
  case structure = 12
}
