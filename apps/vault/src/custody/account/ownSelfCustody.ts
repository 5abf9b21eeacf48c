import type { Queryable } from '@latchkey/server-kit/database'
import type { Address } from 'viem'
import type { NetworkGuardians, NetworkOwners, OwnedAccount, SelfCustodyState } from '../../protocol/account.js'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { parseAddress } from '../../signing/evm/fields.js'
import { isPossibleOwner } from '../../signing/smart/owners.js'
import type { PasskeyKey } from '../../signing/smart/passkeyOwner.js'
import { listFirstOwners, toOwner } from '../../signing/smart/smartAccount.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertMayReplaceAccounts, takeProof } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { finishOnce, startAssertion, toAssertion, verifyAssertion } from '../passkeys/ceremony.js'
import { listPasskeys, type Passkey } from '../passkeys/passkey.js'
import { lockUser } from '../users/user.js'
import { fetchChainState, listChangedOwners, listGuardians, storeChainState } from '../wallets/chainState.js'
import {
  findOwnedAccount,
  isAmong,
  listOwnedAccounts,
  type OwnedAccountRow,
  requiresSelfCustody,
  toOrigin,
  toOwnedAddress,
  toPasskeyKey,
  writeOwnedAccount,
} from '../wallets/selfCustody.js'
import { reportChainEvents } from './watchGuardians.js'

/**
 * Returns the owner of the user's smart account, and the passkeys that could own it; undefined if the app doesn't offer
 * self-custody and no passkey ever owned it.
 */
export async function getSelfCustody(
  custody: Custody,
  client: Queryable,
  { userId, project }: { readonly userId: string; readonly project: string },
): Promise<SelfCustodyState | undefined> {
  const isOffered = isOfferedBy(custody, project)
  const owned = await listOwnedAccounts(custody, client, userId)
  if (!isOffered && owned.length === 0) return undefined
  const row = owned.find(({ state }) => state === 'on')
  const passkeys = await listOwnerPasskeys(custody, client, userId)
  return {
    isOffered,
    ...(requiresSelfCustody(custody, project) && { isRequired: true as const }),
    passkeys: passkeys.map(({ id, credential, key, name, isSynced }) => {
      const used = owned.find(({ passkey_id }) => passkey_id === id)
      return {
        ...{ id, credential, key, name, isSynced },
        ...(used && { smartAccount: toOwnedAddress(toOrigin(used)) }),
      }
    }),
    ...(row && { current: await toCurrent(row) }),
  }

  async function toCurrent(on: OwnedAccountRow): Promise<OwnedAccount> {
    const changed = await listChangedOwners(custody, client, on)
    const guardians = await listGuardians(custody, client, on)
    const chains = [...new Set([...changed.keys(), ...guardians.keys()])].toSorted()
    return {
      address: toOwnedAddress(toOrigin(on)),
      passkey: on.passkey_id,
      ...toOrigin(on),
      since: Number(on.changed_at),
      networks: chains.map((chain) => {
        const owners = changed.get(chain) ?? listFirstOwners(toOrigin(on))
        return toNetworkOwners({ row: on, passkeys, chain, owners, guardians: guardians.get(chain) })
      }),
    }
  }
}

/**
 * Starts the ceremony in which a passkey takes over the user's smart account. Requires a fresh proof on a device that is a day old, so that
 * a mailbox thief can't make the user receive funds on the thief's passkey; any device will do in the wallet's first day.
 */
export async function startSelfCustody(
  call: Call,
  { passkey: id, recovery, code, proof }: CustodyParams<'selfCustody.start'>,
): Promise<CustodyResult<'selfCustody.start'>> {
  const { custody, caller } = call
  await assertMayOwn(call, custody.database)
  const { userId, use } = await takeProof(call, { purpose: 'custody', code, proof })
  return custody.database.inTransaction(async (client) => {
    await assertMayOwn(call, client)
    const passkey = await findPasskey(custody, client, { userId, isWanted: (one) => one.id === id })
    const subject = toSubject(await toNewAccount(custody, client, { passkey, recovery }))
    await use(client)
    const started = await startAssertion(call, client, { purpose: 'own', userId, subject, passkeys: [passkey] })
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
  { response: given, recovery }: CustodyParams<'selfCustody.finish'>,
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
    const passkey = await findPasskey(custody, client, { userId, isWanted })
    const account = await toNewAccount(custody, client, { passkey, recovery })
    await turnOff(custody, client, userId)
    await writeOwnedAccount(custody, client, { ...account, state: 'on' })
    await report(call, client, { event: 'selfCustody.on', userId })
    // last: a ceremony is used up even if a later step fails
    await verifyAssertion(call, client, { purpose: 'own', userId, subject: toSubject(account), response })
    return { smartAccount: toOwnedAddress(toOrigin(account)) }
  }

  async function repeat(): Promise<CustodyResult<'selfCustody.finish'> | undefined> {
    const { id } = await findPasskey(custody, database, { userId, isWanted })
    const on = await findOwnedAccount(custody, database, userId)
    return on?.passkey_id === id ? { smartAccount: toOwnedAddress(toOrigin(on)) } : undefined
  }
}

/**
 * Switches back to the smart account of the wallet's own key. Moves no funds, so it requires no passkey: users who lost
 * theirs can still receive funds. The other account keeps its funds, which only its passkey can send. Throws
 * `NOT_ALLOWED` if the app requires self-custody.
 */
export async function endSelfCustody(
  call: Call,
  { code, proof }: CustodyParams<'selfCustody.end'>,
): Promise<CustodyResult<'selfCustody.end'>> {
  const { custody, caller } = call
  if (requiresSelfCustody(custody, caller.project))
    throw new CallError('This app requires self-custody.', { code: 'NOT_ALLOWED' })
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

/**
 * Reads the owners of the smart account from the network, so that custody knows which passkeys can sign: owner changes
 * involve only the page and the chain. Every mailbox and device is notified of changes. Throws `UNAVAILABLE` if no node
 * responds, and `NOT_ALLOWED` on a network that custody has no node of.
 */
export async function readOwners(
  { custody, caller, requester, signal }: Call,
  { chain }: CustodyParams<'selfCustody.read'>,
): Promise<CustodyResult<'selfCustody.read'>> {
  const userId = getTrustedUserId(caller)
  const { database } = custody
  const row = await database.inTransaction(async (client) => {
    await takeSlots(client, { slots: [{ limit: limits.prepare, subject: Buffer.from(userId) }], now: custody.now() })
    return findOn(client)
  })
  const origin = toOrigin(row)
  const state = await fetchChainState(custody, { origin, chain, signal })
  return database.inTransaction(async (client) => {
    await lockUser(client, userId)
    if ((await findOn(client)).passkey_id !== row.passkey_id) throw toOff()
    const place = { user_id: userId, passkey_id: row.passkey_id, chain }
    const events = await storeChainState(custody, client, { place, origin, state })
    const { project, deviceId } = caller
    await reportChainEvents(custody, client, { events, state, userId, project, by: { deviceId, requester } })
    const passkeys = await listOwnerPasskeys(custody, client, userId)
    const guardians = (await listGuardians(custody, client, row)).get(chain)
    return toNetworkOwners({ row, passkeys, chain, owners: state.owners, guardians })
  })

  async function findOn(client: Queryable): Promise<OwnedAccountRow> {
    const on = await findOwnedAccount(custody, client, userId)
    if (!on) throw toOff()
    return on
  }
}

type OwnersToName = {
  readonly row: OwnedAccountRow
  readonly passkeys: readonly OwnerPasskey[]
  readonly chain: string
  readonly owners: readonly Address[]
  readonly guardians: NetworkGuardians | undefined
}

function toNetworkOwners({ row, passkeys, chain, owners, guardians }: OwnersToName): NetworkOwners {
  const { first, recovery } = toOrigin(row)
  return {
    chain,
    passkeys: passkeys.flatMap(({ id, key }) => (isAmong(owners, toOwner(key, first)) ? [id] : [])),
    hasRecovery: recovery !== undefined && isAmong(owners, recovery),
    ...(guardians && { guardians }),
  }
}

type NewAccount = Pick<OwnedAccountRow, 'user_id' | 'passkey_id' | 'x' | 'y' | 'recovery'>

/**
 * The account of a passkey: the one that was created with it before, or a new one. Throws `INVALID_PARAMS` for a new one without a recovery code,
 * or with an address that can't be an owner: such an account could never be deployed. Throws `NOT_ALLOWED` for a former one with another code,
 * which would not own it.
 */
async function toNewAccount(
  custody: Custody,
  client: Queryable,
  { passkey, recovery: given }: { readonly passkey: OwnerPasskey; readonly recovery: string | undefined },
): Promise<NewAccount> {
  const { id, userId, key } = passkey
  const former = (await listOwnedAccounts(custody, client, userId)).find(({ passkey_id }) => passkey_id === id)
  const recovery = parseAddress(given)
  if (former && given !== undefined && recovery !== former.recovery)
    throw new CallError('This passkey has an account with another recovery code. Reload this page.', {
      code: 'NOT_ALLOWED',
    })
  if (former) return former
  if (recovery === null || !isPossibleOwner(recovery))
    throw new CallError('A new account needs a recovery code.', { code: 'INVALID_PARAMS' })
  return { user_id: userId, passkey_id: id, ...key, recovery }
}

/** Returns the subject of the ceremony, which confirms only this account. */
function toSubject(account: NewAccount): string {
  return `${account.passkey_id} ${toOwnedAddress(toOrigin(account))}`
}

function toOff(): CallError {
  return new CallError('Self-custody is off.', { code: 'NOT_ALLOWED' })
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
  const { selfCustody = 'off' } = projects.get(project) ?? {}
  return selfCustody !== 'off'
}

/** A passkey that contracts can verify, which is ES256 alone. */
type OwnerPasskey = Passkey & { readonly key: PasskeyKey }

async function listOwnerPasskeys(
  custody: Custody,
  client: Queryable,
  userId: string,
): Promise<readonly OwnerPasskey[]> {
  const passkeys = await listPasskeys(custody, client, userId)
  return passkeys.flatMap((passkey) =>
    passkey.publicKey ? [{ ...passkey, key: toPasskeyKey(passkey.publicKey) }] : [],
  )
}

/** Throws `PASSKEY_UNKNOWN` if the user has no such passkey, or contracts can't verify it. */
async function findPasskey(
  custody: Custody,
  client: Queryable,
  { userId, isWanted }: { readonly userId: string; readonly isWanted: (passkey: Passkey) => boolean },
): Promise<OwnerPasskey> {
  const passkey = (await listOwnerPasskeys(custody, client, userId)).find(isWanted)
  if (!passkey)
    throw new CallError('This passkey can’t own a smart account. Add another one first.', { code: 'PASSKEY_UNKNOWN' })
  return passkey
}
