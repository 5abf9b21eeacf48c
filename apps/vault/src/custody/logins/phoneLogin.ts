import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { type ChallengeRow, toRecipientIndex } from '../challenges/challenge.js'
import { assertCodesLeft, compareCode, useChallenge } from '../challenges/compareCode.js'
import { takeProof } from '../challenges/proof.js'
import { type Decision, sendChallenge } from '../challenges/sendChallenge.js'
import type { Custody } from '../custody.js'
import type { Call, Caller } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { unsealEmail } from '../mail/address.js'
import type { Subject } from '../providers/provider.js'
import { formatPhone, parsePhone } from '../sms/phone.js'
import { writeLoginSms } from '../sms/sms.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { findLogin } from '../users/login.js'
import { isFactorNeeded, repeatLogin } from './openSession.js'
import { admitUser, logInByProvider, type ProviderLogin } from './providerLogin.js'

/** Whether the caller's users log in by SMS: the operator sends text messages, and the project allows it. */
export function offersSms(
  { sms, projects }: Pick<Custody, 'sms' | 'projects'>,
  { project }: Pick<Caller, 'project'>,
): boolean {
  return sms !== undefined && projects.get(project)?.sms !== undefined
}

/**
 * Sends a code by SMS. There is no link as in a first email: it could be opened on the phone alone, and costs as much. A number that opens
 * no wallet yet gets the same SMS and reply. Throws `NO_PROVIDER`, `INVALID_PHONE`, `PHONE_NOT_ALLOWED`, `TOO_MANY` or `SMS_FAILED`.
 */
export async function startPhoneLogin(
  call: Call,
  { phone: text, use }: CustodyParams<'phone.start'>,
): Promise<CustodyResult<'phone.start'>> {
  const { custody, caller, requester, ip } = call
  const { project, deviceId } = caller
  const settings = custody.projects.get(project)?.sms
  if (!settings || !offersSms(custody, caller))
    throw new CallError('This app has no login by SMS.', { code: 'NO_PROVIDER' })
  const phone = parsePhone(text, settings.countries)
  const userId = use && (await admitUser(call, use))
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose: 'phone',
    phone,
    event: 'login.asked',
    decide,
    ...(use && userId !== undefined && { change: { userId, id: use } }),
    write: ({ secret }) => writeLoginSms({ ...requester, code: secret }),
  })
  return { phone: phone.name, expiresAt, retryAfter }

  async function decide(client: Queryable): Promise<Decision> {
    const login = await findLogin(custody, client, { project, ...toSubject(phone.number) })
    const known = login && (await findDeviceUser(custody, client, { deviceId, userId: login.user_id }))
    // wrong codes of strangers don't lock its owner out of a browser that they have used
    if (known) return { mails: 'code', isKnown: true, approvedAt: known.since }
    await assertCodesLeft(custody, client, { purpose: 'phone', email_index: toRecipientIndex(custody, { phone }) })
    return { mails: 'code', isKnown: false }
  }
}

/**
 * Logs in with the code of an SMS, in one transaction, or adds the number to a wallet. The same code gets the same reply for a minute.
 * [security.md F7, F8]
 */
export async function finishPhoneLogin(
  call: Call,
  { code, confirmation, proof }: CustodyParams<'phone.verify'>,
): Promise<CustodyResult<'phone.verify'>> {
  const { custody, caller } = call
  const compared = await compareCode(custody, { caller, purpose: 'phone', code })
  const { challenge } = compared
  const within = toWithin(challenge)
  // once the number is proved, so that the code of the mailbox isn't spent on a typo
  const own =
    within?.use === 'link' && challenge.state === 'open'
      ? await takeProof(call, { purpose: 'link', code: confirmation, proof })
      : undefined
  const number = unsealEmail(custody, challenge.email, challenge.id)
  const outcome = await custody.database.inTransaction(async (client) => {
    if (!(await useChallenge(custody, client, compared))) return repeatLogin(call, client)
    await own?.use(client)
    const subject = { ...toSubject(number), name: formatPhone(number) }
    return logInByProvider(call, client, { provider: 'phone', subject, within, entry: { challenge: challenge.id } })
  })
  if (!outcome) throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
  if (isFactorNeeded(outcome)) throw toFactorNeeded(outcome.needs)
  return { user: outcome }
}

/** Returns the use for which a number is proved; null for a plain login. */
function toWithin({ user_id: userId, change_id: use }: ChallengeRow): ProviderLogin['within'] {
  return userId !== null && (use === 'link' || use === 'again') ? { userId, use } : null
}

function toSubject(number: string): Subject {
  return { issuer: 'phone', subject: number }
}
