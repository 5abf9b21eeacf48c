import { RelayCallError } from '../RelayCallError.js'

export function refuseParams(reason: string): RelayCallError {
  return new RelayCallError(-32_602, `Invalid params: ${reason}`)
}
