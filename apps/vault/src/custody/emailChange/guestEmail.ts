import { randomBytes } from 'node:crypto'
import { lockOn } from '@latchkey/server-kit/database'
import type { CustodyResult } from '../../protocol/custody.js'
import { assertCodesLeft, compareCode, useChallenge } from '../challenges/compareCode.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { assertWalletActive } from '../freezes/walletFreeze.js'
import { assertGuest } from '../logins/guestLogin.js'
import { parseEmail, toEmailIndex, toMailboxLock, unsealEmail } from '../mail/address.js'
import { writeGuestEmail } from '../mail/emails.js'
import { lockUser } from '../users/user.js'
import { changeEmail } from './emailChange.js'

/**
 * Starts to add an email address to a guest's wallet, and emails a code to it. The guest types the address on the frame's own screen: the
 * app's page must not choose it, as no other login confirms it. Whether it belongs to another user is revealed to its mailbox only.
 */
export async function startGuestEmail(
  { custody, caller, requester, ip }: Call,
  params: { readonly email: string },
): Promise<CustodyResult<'guest.addEmail'>> {
  const { database } = custody
  const userId = await assertGuest(custody, database, caller)
  await database.inTransaction((client) => assertWalletActive(custody, client, userId))
  const email = parseEmail(params.email)
  if (email === null) throw new CallError('Enter a valid email address.', { code: 'INVALID_EMAIL' })
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose: 'guest',
    email,
    change: { userId, id: randomBytes(16).toString('hex') },
    event: 'update.asked',
    decide: async (client) => {
      await assertCodesLeft(custody, client, { purpose: 'guest', email_index: toEmailIndex(custody, email) })
      // it could be anybody's
      return { mails: 'code', isKnown: false }
    },
    write: ({ secret }) => writeGuestEmail({ ...requester, code: secret }),
  })
  return { expiresAt, retryAfter }
}

/**
 * Takes the code, and makes the address the guest's login, in one transaction. The wallet, its addresses and the sessions stay. The same code
 * gets the same reply for a minute. Throws `EMAIL_TAKEN` if another user has the address: then nothing has changed.
 */
export async function finishGuestEmail(
  call: Call,
  { code }: { readonly code: string },
): Promise<CustodyResult<'guest.confirmEmail'>> {
  const { custody, caller } = call
  const userId = getUserId(caller)
  const compared = await compareCode(custody, { caller, purpose: 'guest', code })
  const { challenge } = compared
  if (challenge.user_id !== userId) throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  const email = unsealEmail(custody, challenge.email, challenge.id)
  await custody.database.inTransaction(async (client) => {
    if (!(await useChallenge(custody, client, compared))) return
    // in the order of a change of the address, which another page of this browser may be finishing
    await lockOn(client, [toMailboxLock({ project: caller.project, emailIndex: challenge.email_index })])
    await lockUser(client, userId)
    await assertGuest(custody, client, caller)
    await changeEmail(call, client, { ...compared, userId, email })
  })
  return { email }
}
