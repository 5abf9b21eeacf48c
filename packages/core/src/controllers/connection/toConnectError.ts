import { ConnectionRejectedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { nameFault } from '../../errors/nameFault.js'

/** Why a wallet was not connected: what was declined then is the connection itself. [S8.4] */
export async function toConnectError(cause: unknown): Promise<LatchkeyError> {
  const error = await nameFault(cause)
  return error.code === 'USER_REJECTED' ? new ConnectionRejectedError({ cause }) : error
}
