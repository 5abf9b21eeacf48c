import { randomBytes } from 'node:crypto'
import type { CustodyResult } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { parseEmail } from '../email/parseEmail.js'
import { toEmailIndex, unsealEmail } from '../email/sealedEmail.js'
import { writePrimaryLetter } from '../mail/letters.js'
import { getIdentity } from '../users/identity.js'
import { assertNotGuessed } from './assertNotGuessed.js'
import { getUpdater } from './getUpdater.js'

/** Begins to change the address of mail: the old mailbox is asked first, for this change to this address on this device. */
export async function startUpdate(
  { custody, caller, asker, ip }: Call,
  params: { readonly email: string },
): Promise<CustodyResult<'update.start'>> {
  const userId = getUpdater(caller)
  const next = parseEmail(params.email)
  if (next === null) throw new CustodyFault('This is no email address.', { code: 'INVALID_EMAIL' })
  const identity = await getIdentity(custody, custody.database, userId)
  if (toEmailIndex(custody, next).equals(identity.email_index))
    throw new CustodyFault('This is your email address already.', { code: 'INVALID_EMAIL' })
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    asker,
    ip,
    purpose: 'primary',
    email: unsealEmail(custody, identity.email, userId),
    change: { userId, id: randomBytes(16).toString('hex'), next },
    event: 'update.asked',
    decide: async (client) => {
      await assertNotGuessed(custody, client, identity.email_index)
      return { mails: 'code' }
    },
    write: ({ secret }) => writePrimaryLetter({ ...asker, code: secret }),
  })
  return { action: 'VERIFY_PRIMARY_OTP', expiresAt, retryAfter }
}
