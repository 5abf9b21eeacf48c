import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { CustodyParams, CustodyResult, User } from '../../protocol/custody.js'
import type { PasskeyResponse } from '../../protocol/passkey.js'
import { appendAudit } from '../audit/appendAudit.js'
import { takeProof } from '../challenges/proof.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { type Call, type Caller, getTrustedUserId } from '../devices/caller.js'
import { findSession } from '../devices/session.js'
import { isOwnPage } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { limits, takeSlots } from '../limits/limits.js'
import { toAccountUrl } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import {
  finishOnce,
  startAssertion,
  startRegistration,
  toAssertion,
  verifyAssertion,
  verifyRegistration,
} from '../passkeys/ceremony.js'
import { addPasskey, listPasskeys } from '../passkeys/passkey.js'
import { lockUser } from '../users/user.js'
import { createUser, getUser, openSession, upgradeGuest } from './openSession.js'

/** Whether users of a project can create passkeys. Existing ones always work, so that no user is locked out. */
export function offersPasskeys({ projects }: Pick<Custody, 'projects'>, { project }: Pick<Caller, 'project'>): boolean {
  return projects.get(project)?.passkeys !== false
}

/** Starts a ceremony of this device: to log in with a passkey, to create one with a new user, or to add one to the current wallet. */
export async function startPasskey(
  call: Call,
  { use, code, proof: factor }: CustodyParams<'passkey.start'>,
): Promise<CustodyResult<'passkey.start'>> {
  const { custody, caller } = call
  const { database } = custody
  if ((use === 'signup' || use === 'link') && !offersPasskeys(custody, caller))
    throw new CallError('Passkeys aren’t available in this app.', { code: 'NO_PROVIDER' })
  // otherwise an app's page could add its own login to the wallet
  if ((use === 'link' || use === 'again') && !isOwnPage(custody, caller))
    throw new CallError(`Do this at ${toAccountUrl(custody, caller.project)}.`, { code: 'NOT_HERE' })
  const proof = use === 'link' ? await takeLinkProof(call, { code, proof: factor }) : undefined
  return database.inTransaction(async (client) => {
    await proof?.use(client)
    const started = await start(client)
    await appendAudit(custody, client, { event: 'passkey.asked', device: caller.deviceId, use })
    return started
  })

  async function start(client: Queryable): Promise<CustodyResult<'passkey.start'>> {
    if (use === 'login') return startAssertion(call, client, { purpose: use })
    if (use === 'signup') {
      const userId = randomBytes(16).toString('hex')
      return startRegistration(call, client, { purpose: use, userId, userName: toNewName(call), passkeys: [] })
    }
    const userId = getTrustedUserId(caller)
    const passkeys = await listPasskeys(custody, client, userId)
    if (use === 'again') {
      if (passkeys.length === 0) throw new CallError('Your wallet has no passkey.', { code: 'NO_LOGIN' })
      return startAssertion(call, client, { purpose: use, userId, passkeys })
    }
    const { email, username } = await getUser(custody, client, userId)
    const userName = email ?? username ?? toNewName(call)
    return startRegistration(call, client, { purpose: use, userId, userName, passkeys })
  }
}

async function takeLinkProof(
  call: Call,
  { code, proof }: Pick<CustodyParams<'passkey.start'>, 'code' | 'proof'>,
): ReturnType<typeof takeProof> {
  const { custody, caller } = call
  await assertNotFrozen(custody, custody.database, getTrustedUserId(caller))
  return takeProof(call, { purpose: 'link', code, proof })
}

/**
 * Returns the name under which a browser lists a user's first passkey. Includes the day, to tell several wallets apart.
 */
function toNewName({ custody, caller, requester }: Call): string {
  const app = custody.projects.get(caller.project)?.name ?? caller.project
  const day = new Intl.DateTimeFormat(requester.language ?? 'en', { dateStyle: 'medium', timeZone: 'UTC' })
  return `${app} · ${day.format(custody.now())}`
}

/**
 * Finishes the ceremony of {@link startPasskey} in one transaction: a new user, wallet, passkey, device and session are
 * stored together or not at all. The same response gets the same reply for a minute.
 */
export async function finishPasskey(
  call: Call,
  params: CustodyParams<'passkey.finish'>,
): Promise<CustodyResult<'passkey.finish'>> {
  const { custody, caller } = call
  const { database } = custody
  const { use: purpose, response } = params
  const user = await finishOnce(
    call,
    { purpose, response },
    {
      finish: () => database.inTransaction((client) => finish(call, client, params)),
      repeat: async () => {
        const session = await findSession(custody, database, caller)
        return session && getUser(custody, database, session.userId)
      },
    },
  )
  return { user }
}

async function finish(
  call: Call,
  client: Queryable,
  { use: purpose, response, name = call.requester.browser }: CustodyParams<'passkey.finish'>,
): Promise<User> {
  const { custody, caller } = call
  const { project } = caller
  const known = { isNew: false, by: 'passkey', entry: {} } as const
  switch (purpose) {
    case 'login': {
      const { passkey } = await verifyAssertion(call, client, { purpose, response: toAssertion(response) })
      return openSession(call, client, { ...known, userId: passkey.userId, loginId: passkey.id })
    }
    case 'again': {
      const userId = getTrustedUserId(caller)
      const { passkey } = await verifyAssertion(call, client, { purpose, userId, response: toAssertion(response) })
      return openSession(call, client, { ...known, userId, loginId: passkey.id })
    }
    case 'signup': {
      await admitSignUp(call, client)
      const made = await verifyRegistration(call, client, { purpose, response: toRegistration(response) })
      const userId = await createUser(custody, client, { ...made, project, name })
      const [passkey] = await listPasskeys(custody, client, userId)
      return openSession(call, client, { ...known, userId, isNew: true, loginId: passkey?.id ?? '' })
    }
    case 'link': {
      const userId = getTrustedUserId(caller)
      const made = await verifyRegistration(call, client, { purpose, userId, response: toRegistration(response) })
      return linkPasskey(call, client, { ...made, name })
    }
  }
}

/** Counts a user that one source creates without an email or a provider. Throws `TOO_MANY`. */
async function admitSignUp({ custody, ip }: Pick<Call, 'custody' | 'ip'>, client: Queryable): Promise<void> {
  const subject = toMac(custody.keys.tokens, ['network', toNetwork(ip)])
  await takeSlots(client, { slots: [{ limit: limits.signUpFrom, subject }], now: custody.now() })
}

/** Adds a passkey to a wallet, and notifies the user, who can remove it again. */
async function linkPasskey(
  { custody, caller, requester }: Call,
  client: Queryable,
  { userId, passkey, name }: Omit<Parameters<typeof addPasskey>[2], 'project'>,
): Promise<User> {
  const { deviceId, project } = caller
  await lockUser(client, userId)
  await assertNotFrozen(custody, client, userId)
  const loginId = await addPasskey(custody, client, { userId, project, name, passkey })
  await upgradeGuest(custody, client, { userId, loginId })
  await announce(custody, client, {
    event: 'passkey.added',
    project,
    userId,
    requester,
    byDevice: deviceId,
    loginId,
    login: 'passkey',
  })
  await appendAudit(custody, client, { event: 'passkey.added', user: userId, device: deviceId, login: loginId })
  return getUser(custody, client, userId)
}

function toRegistration(response: PasskeyResponse): RegistrationResponseJSON {
  if ('attestationObject' in response.response) return { ...response, response: response.response }
  throw new CallError('Invalid request.', { code: 'INVALID_PARAMS' })
}
