import type { CustodyParams } from '../../protocol/custody.js'
import { assertMayExport } from '../account/assertMayExport.js'
import { takeProof } from '../account/proof.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { writeUnlinkedLetter } from '../mail/letters.js'
import { notify } from '../mail/notify.js'
import { toAccountUrl } from '../mail/toAccountUrl.js'
import { removeLogin } from './removeLogin.js'

/**
 * Takes a login off the wallet that is logged in. With a fresh proof of who is there, on a device of a day at least and not within a day
 * after a change of the address: who has just come in does not lock its owner out.
 */
export async function takeOff(
  call: Call,
  { id, code }: CustodyParams<'logins.remove'>,
): Promise<Record<string, never>> {
  const { custody, caller, asker } = call
  await assertMayExport(custody, custody.database, caller)
  const { userId, use } = await takeProof(call, { purpose: 'unlink', code })
  const removed = await custody.database.inTransaction(async (client) => {
    await assertMayExport(custody, client, caller)
    await use(client)
    return removeLogin(custody, client, { userId, loginId: id, deviceId: caller.deviceId })
  })
  if (!removed) throw new CustodyFault('Your wallet has no such login.', { code: 'NO_LOGIN' })
  const { provider, mailbox, undo } = removed
  if (mailbox !== undefined) {
    const account = toAccountUrl(custody, caller.project)
    notify(custody, { to: mailbox, letter: writeUnlinkedLetter({ ...asker, provider, undo, account }) })
  }
  return {}
}
