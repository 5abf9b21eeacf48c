import type { CustodyParams } from '../../protocol/custody.js'
import { assertMayExport } from '../account/assertMayExport.js'
import { isFresh, takeProof } from '../account/proof.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { assertNotFrozen } from '../notices/freeze.js'
import { getUpdater } from '../updates/getUpdater.js'
import { removeLogin } from './removeLogin.js'

/**
 * Takes a login off the wallet that is logged in. With a fresh proof of who is there, on a device of a day at least, so that who has just
 * come in does not lock its owner out; the login that the proof was given by goes at once, by who has shown that it is theirs.
 */
export async function takeOff(
  call: Call,
  { id, code }: CustodyParams<'logins.remove'>,
): Promise<Record<string, never>> {
  const { custody, caller, asker } = call
  await assertMayTakeOff(call, custody.database, id)
  const { userId, use } = await takeProof(call, { purpose: 'unlink', code })
  const removed = await custody.database.inTransaction(async (client) => {
    await assertMayTakeOff(call, client, id)
    await use(client)
    return removeLogin(custody, client, { userId, loginId: id, deviceId: caller.deviceId, asker })
  })
  if (!removed) throw new CustodyFault('Your wallet has no such login.', { code: 'NO_LOGIN' })
  return {}
}

/** Throws `FROZEN` on a device that came within the last day, and within a day after the address was changed. */
async function assertMayTakeOff({ custody, caller }: Call, client: Queryable, loginId: string): Promise<void> {
  // of the mailbox, its code is the proof
  const isProven = loginId === 'email' || (caller.session?.loginId === loginId && isFresh(custody, caller))
  if (isProven) await assertNotFrozen(custody, client, getUpdater(caller))
  else await assertMayExport(custody, client, caller)
}
