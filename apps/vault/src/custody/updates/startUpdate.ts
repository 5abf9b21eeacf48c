import { randomBytes } from 'node:crypto'
import type { CustodyResult } from '../../protocol/custody.js'
import { isFresh } from '../account/proof.js'
import { CustodyFault } from '../CustodyFault.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Call } from '../calls/call.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { parseEmail } from '../email/parseEmail.js'
import { toEmailIndex, unsealEmail } from '../email/sealedEmail.js'
import { writePrimaryLetter, writeSecondaryLetter } from '../mail/letters.js'
import { toAccountUrl } from '../mail/toAccountUrl.js'
import { assertWalletActive } from '../notices/freeze.js'
import { findEmailIdentity } from '../users/identity.js'
import { assertNotGuessed } from './assertNotGuessed.js'
import { getUpdater } from './getUpdater.js'

/**
 * Begins to change the address of mail: the old mailbox is asked first, for this change to this address on this device. Who has none yet
 * must have logged in within ten minutes instead, on the vault's own page; then only the new mailbox is asked.
 */
export async function startUpdate(
  { custody, caller, asker, ip }: Call,
  params: { readonly email: string },
): Promise<CustodyResult<'update.start'>> {
  const userId = getUpdater(caller)
  await custody.database.inTransaction((client) => assertWalletActive(custody, client, userId))
  const next = parseEmail(params.email)
  if (next === null) throw new CustodyFault('This is no email address.', { code: 'INVALID_EMAIL' })
  const nextIndex = toEmailIndex(custody, next)
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (identity && nextIndex.equals(identity.email_index))
    throw new CustodyFault('This is your email address already.', { code: 'INVALID_EMAIL' })
  // no mailbox would be asked: a page of an app could have one of its own added
  if (!identity && !isOwnPage(custody, caller))
    throw new CustodyFault(`Do this at ${toAccountUrl(custody, caller.project)}.`, { code: 'NOT_HERE' })
  if (!identity && !isFresh(custody, caller)) throw new CustodyFault('Log in again to do this.', { code: 'RESUMED' })
  const change = { userId, id: randomBytes(16).toString('hex') }
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    ...{ caller, asker, ip, event: 'update.asked' },
    ...(identity
      ? {
          purpose: 'primary',
          email: unsealEmail(custody, identity.email, userId),
          change: { ...change, next },
          write: ({ secret }) => writePrimaryLetter({ ...asker, code: secret }),
        }
      : {
          purpose: 'secondary',
          email: next,
          change,
          write: ({ secret }) => writeSecondaryLetter({ ...asker, code: secret }),
        }),
    decide: async (client) => {
      await assertNotGuessed(custody, client, identity?.email_index ?? nextIndex)
      // who has no mailbox yet asks for one that may be anybody's
      return { mails: 'code', isKnown: identity !== undefined }
    },
  })
  return { action: identity ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP', expiresAt, retryAfter }
}
