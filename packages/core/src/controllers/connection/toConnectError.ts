import { ConnectionRejectedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'

/** Why a wallet was not connected: what was declined then is the connection itself. [S8.4] */
export function toConnectError(cause: unknown): LatchkeyError {
  const error = toLatchkeyError(cause)
  return error.code === 'USER_REJECTED' ? new ConnectionRejectedError({ cause }) : error
}
