import type { Queryable } from '@latchkey/server-kit/database'
import type { SelfCustodyState } from '../../protocol/account.js'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertMayReplaceAccounts, takeProof } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { announce } from '../notices/announce.js'
import { finishOnce, startAssertion, toAssertion, verifyAssertion } from '../passkeys/ceremony.js'
import { listPasskeys, type Passkey } from '../passkeys/passkey.js'
import { lockUser } from '../users/user.js'
import { listOwnedAccounts, toOwnedAddress, toPasskeyKey, writeOwnedAccount } from '../wallets/selfCustody.js'

/** Who owns the user's smart account, and the passkeys that could; undefined if the app doesn't offer it and none ever did. */
export async function getSelfCustody(
  custody: Custody,
  client: Queryable,
  { userId, project }: { readonly userId: string; readonly project: string },
): Promise<SelfCustodyState | undefined> {
  const isOffered = isOfferedBy(custody, project)
  const owned = await listOwnedAccounts(custody, client, userId)
  if (!isOffered && owned.length === 0) return undefined
  const current = owned.find(({ state }) => state === 'on')
  const passkeys = await listPasskeys(custody, client, userId)
  return {
    isOffered,
    passkeys: passkeys.flatMap(({ id, name, isSynced, publicKey }) =>
      publicKey
        ? [
            {
              ...{ id, name, isSynced, smartAccount: toOwnedAddress(toPasskeyKey(publicKey)) },
              ...(owned.some(({ passkey_id }) => passkey_id === id) && { wasUsed: true as const }),
            },
          ]
        : [],
    ),
    ...(current && { current: { passkey: current.passkey_id, since: Number(current.changed_at) } }),
  }
}

/**
 * Starts the ceremony in which a passkey takes over the user's smart account. Requires a fresh proof on a device that is a day old, so that
 * a mailbox thief can't make the user receive funds on the thief's passkey; any device will do in the wallet's first day.
 */
export async function startSelfCustody(
  call: Call,
  { passkey: id, code, proof }: CustodyParams<'selfCustody.start'>,
): Promise<CustodyResult<'selfCustody.start'>> {
  const { custody, caller } = call
  await assertMayOwn(call, custody.database)
  const { userId, use } = await takeProof(call, { purpose: 'custody', code, proof })
  return custody.database.inTransaction(async (client) => {
    await assertMayOwn(call, client)
    const passkey = await findPasskey(custody, client, { userId, isWanted: (one) => one.id === id })
    await use(client)
    const started = await startAssertion(call, client, { purpose: 'own', userId, subject: id, passkeys: [passkey] })
    await appendAudit(custody, client, { event: 'passkey.asked', device: caller.deviceId, use: 'own' })
    return started
  })
}

/**
 * Puts the smart account of the passkey that has answered in use. Every mailbox and device is notified. The same response gets the same
 * reply for a minute.
 */
export async function finishSelfCustody(
  call: Call,
  { response: given }: CustodyParams<'selfCustody.finish'>,
): Promise<CustodyResult<'selfCustody.finish'>> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const response = toAssertion(given)
  const { database } = custody
  const isWanted = ({ credential }: Passkey): boolean => credential === response.id
  return finishOnce(call, { purpose: 'own', response }, { finish: () => database.inTransaction(turnOn), repeat })

  async function turnOn(client: Queryable): Promise<CustodyResult<'selfCustody.finish'>> {
    await lockUser(client, userId)
    await assertMayOwn(call, client)
    const { id, publicKey } = await findPasskey(custody, client, { userId, isWanted })
    await turnOff(custody, client, userId)
    const first = toPasskeyKey(publicKey)
    await writeOwnedAccount(custody, client, { user_id: userId, passkey_id: id, ...first, state: 'on' })
    await report(call, client, { event: 'selfCustody.on', userId })
    // last: a ceremony counts once, also if what follows it fails
    await verifyAssertion(call, client, { purpose: 'own', userId, subject: id, response })
    return { smartAccount: toOwnedAddress(first) }
  }

  async function repeat(): Promise<CustodyResult<'selfCustody.finish'> | undefined> {
    const { id, publicKey } = await findPasskey(custody, database, { userId, isWanted })
    const owned = await listOwnedAccounts(custody, database, userId)
    const isOn = owned.some(({ passkey_id, state }) => passkey_id === id && state === 'on')
    return isOn ? { smartAccount: toOwnedAddress(toPasskeyKey(publicKey)) } : undefined
  }
}

/**
 * Puts the smart account of the wallet's own key in use again. It moves nothing, so it takes no passkey: a user who has lost theirs can
 * still receive funds. The other account keeps its funds, which only its passkey can send.
 */
export async function endSelfCustody(
  call: Call,
  { code, proof }: CustodyParams<'selfCustody.end'>,
): Promise<CustodyResult<'selfCustody.end'>> {
  const { custody, caller } = call
  await assertMayReplaceAccounts(custody, custody.database, caller)
  const { userId, use } = await takeProof(call, { purpose: 'custody', code, proof })
  return custody.database.inTransaction(async (client) => {
    await lockUser(client, userId)
    await assertMayReplaceAccounts(custody, client, caller)
    await use(client)
    if (await turnOff(custody, client, userId)) await report(call, client, { event: 'selfCustody.off', userId })
    return {}
  })
}

/** Returns false if it was off. */
async function turnOff(custody: Custody, client: Queryable, userId: string): Promise<boolean> {
  const on = (await listOwnedAccounts(custody, client, userId)).filter(({ state }) => state === 'on')
  for (const row of on) await writeOwnedAccount(custody, client, { ...row, state: 'off' })
  return on.length > 0
}

async function report(
  { custody, caller, requester }: Call,
  client: Queryable,
  { event, userId }: { readonly event: 'selfCustody.on' | 'selfCustody.off'; readonly userId: string },
): Promise<void> {
  const { project, deviceId } = caller
  await announce(custody, client, { event, project, userId, requester, byDevice: deviceId, deviceId, toFormer: true })
  await appendAudit(custody, client, { event, user: userId, device: deviceId })
}

async function assertMayOwn({ custody, caller }: Call, client: Queryable): Promise<void> {
  if (!isOfferedBy(custody, caller.project))
    throw new CallError('Self-custody isn’t available in this app.', { code: 'NOT_ALLOWED' })
  await assertMayReplaceAccounts(custody, client, caller)
}

function isOfferedBy({ projects }: Pick<Custody, 'projects'>, project: string): boolean {
  return projects.get(project)?.selfCustody === 'optional'
}

type OwnerPasskey = Passkey & { readonly publicKey: NonNullable<Passkey['publicKey']> }

/** Finds a passkey that contracts can verify, which is ES256 alone. Throws `PASSKEY_UNKNOWN`. */
async function findPasskey(
  custody: Custody,
  client: Queryable,
  { userId, isWanted }: { readonly userId: string; readonly isWanted: (passkey: Passkey) => boolean },
): Promise<OwnerPasskey> {
  const passkey = (await listPasskeys(custody, client, userId)).find(isWanted)
  if (!passkey?.publicKey)
    throw new CallError('This passkey can’t own a smart account. Add another one first.', { code: 'PASSKEY_UNKNOWN' })
  return { ...passkey, publicKey: passkey.publicKey }
}
