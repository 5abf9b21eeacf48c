import type { CustodyResult } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ChallengeRow, challengeTimes } from '../challenges/challenge.js'
import { isGuessed } from '../challenges/compareCode.js'
import { type Decision, sendChallenge } from '../challenges/sendChallenge.js'
import type { Queryable } from '../database/queryable.js'
import { parseEmail } from '../email/parseEmail.js'
import { toEmailIndex } from '../email/sealedEmail.js'
import { writeLinkLetter, writeLoginLetter } from '../mail/letters.js'
import { assertRow } from '../sealing/rowMac.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { findEmailIdentity, findIdentity } from '../users/identity.js'

/**
 * Mails a link to a mailbox, or a code at once where its owner has logged in on this device before. A mailbox that nobody has
 * logged in with is mailed and answered the same.
 */
export async function startLogin(
  { custody, caller, asker, ip }: Call,
  params: { readonly email: string },
): Promise<CustodyResult<'email.start'>> {
  const email = parseEmail(params.email)
  if (email === null) throw new CustodyFault('This is no email address.', { code: 'INVALID_EMAIL' })
  const emailIndex = toEmailIndex(custody, email)
  if (await isLoggedIn()) return { action: 'CONNECT', expiresAt: custody.now(), retryAfter: 0 }
  const { mails, expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    asker,
    ip,
    purpose: 'login',
    email,
    event: 'login.asked',
    decide,
    write: (challenge) =>
      challenge.mails === 'link'
        ? writeLinkLetter({ ...asker, link: `${custody.publicUrl}/link?token=${challenge.secret}` })
        : writeLoginLetter({ ...asker, code: challenge.secret }),
  })
  return { action: mails === 'link' ? 'VERIFY_DEVICE' : 'VERIFY_OTP', expiresAt, retryAfter }

  // on this very device: a page that was reloaded goes on without another mail
  async function isLoggedIn(): Promise<boolean> {
    if (!caller.session || caller.isResumed) return false
    const identity = await findEmailIdentity(custody, custody.database, caller.session.userId)
    return identity?.email_index.equals(emailIndex) ?? false
  }

  async function decide(client: Queryable): Promise<Decision> {
    const now = custody.now()
    const [approval] = await client.query<ChallengeRow>(
      `SELECT * FROM challenges WHERE device_id = $1 AND purpose = 'login' AND email_index = $2
         AND approved_at > $3 AND state IN ('open', 'replaced') ORDER BY approved_at DESC LIMIT 1`,
      [caller.deviceId, emailIndex, now - challengeTimes.approval],
    )
    if (approval) assertRow(custody.keys, 'challenges', approval)
    if (approval) return { mails: 'code', approvedAt: Number(approval.approved_at), isKnown: true }
    const identity = await findIdentity(custody, client, { project: caller.project, emailIndex })
    const known =
      identity && (await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId: identity.user_id }))
    // a device of before the address was changed shows a link of the new mailbox first
    const isTrusted = known !== undefined && known.since >= Number(identity?.changed_at)
    const needsLink = !isTrusted || caller.isResumed || (await isGuessed(custody, client, emailIndex))
    return { mails: needsLink ? 'link' : 'code', isKnown: known !== undefined }
  }
}
