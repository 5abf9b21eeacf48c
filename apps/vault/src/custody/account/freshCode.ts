import { randomBytes } from 'node:crypto'
import type { AccountPurpose } from '../../protocol/account.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeAccountLetter } from '../mail/letters.js'
import { assertNotGuessed } from '../updates/assertNotGuessed.js'
import { getUpdater } from '../updates/getUpdater.js'
import { findEmailIdentity } from '../users/identity.js'
import { assertMayExport } from './assertMayExport.js'

/** Mails a code that confirms one thing, on the device that asks. */
export async function sendFreshCode(
  { custody, caller, asker, ip }: Call,
  { purpose }: { readonly purpose: AccountPurpose },
): Promise<{ readonly expiresAt: number; readonly retryAfter: number }> {
  const userId = getUpdater(caller)
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (!identity) throw new CustodyFault('This wallet has no mailbox: log in again instead.', { code: 'NOT_ALLOWED' })
  if (purpose === 'export' || purpose === 'seal') await assertMayExport(custody, custody.database, caller)
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    ...{ caller, asker, ip, purpose, event: 'account.asked' },
    email: unsealEmail(custody, identity.email, userId),
    change: { userId, id: randomBytes(16).toString('hex') },
    decide: async (client) => {
      await assertNotGuessed(custody, client, identity.email_index)
      return { mails: 'code', isKnown: true }
    },
    write: ({ secret }) => writeAccountLetter({ ...asker, purpose, code: secret }),
  })
  return { expiresAt, retryAfter }
}
