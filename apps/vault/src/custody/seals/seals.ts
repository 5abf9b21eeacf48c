import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, takeProof } from '../challenges/proof.js'
import { toSpki } from '../crypto/sealTo.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { whileSigning } from '../freezes/signingSwitch.js'
import { isSealed } from '../keys/host/keyHost.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { withSplitKey } from '../split/split.js'
import { findUnlock, findUserKey, insertFactor, lock, toFactorKey, type UserKey, unlock } from '../wallets/userKey.js'
import { findWallet, listWallets, type PreparedChange, prepareChange, writeChanges } from '../wallets/wallet.js'
import { beginSeal, endUses } from './pendingSeal.js'
import { assertMayUnlock, findUnlockRight } from './unlockRequests.js'

type Nothing = Readonly<Record<string, never>>

/**
 * Seals a wallet with a printed code, in 24 hours, so that custody alone can't open it; or adds another way to unlock it, which takes an
 * existing one. Requires a fresh proof on a device that is at least a day old. Every mailbox and device is notified.
 */
export async function addSeal(
  call: Call,
  { code, proof, factor, by, makesSeed = false }: CustodyParams<'seal.add'>,
): Promise<{ readonly dueAt?: number }> {
  const { custody, caller, requester } = call
  await countTry(call)
  const { userId, use } = await takeProof(call, { purpose: 'seal', code, proof })
  return whileSigning(custody, userId, async (client) => {
    await assertSettledDevice(custody, client, caller)
    await lockOn(client, [`seal ${userId}`])
    const wallet = await findWallet(custody, client, userId)
    const publicKey = toSpki(toFactorKey(custody, factor.value, userId))
    if (!isSealed(wallet)) {
      if (factor.kind !== 'code')
        throw new CallError('Add a printed code first, because a passkey can be lost.', { code: 'INVALID_PARAMS' })
      await use(client)
      return { dueAt: await beginSeal(call, client, { userId, publicKey, makesSeed }) }
    }
    const userKey = await openByFactor(custody, client, { userId, value: by })
    await use(client)
    const credential = factor.kind === 'passkey' ? factor.credential : null
    await insertFactor(custody, client, { userId, userKey, kind: factor.kind, credential, publicKey })
    userKey.fill(0)
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'seal.added', project, userId, requester, byDevice, toFormer: true })
    const entry = { user: userId, device: byDevice, kind: factor.kind }
    await appendAudit(custody, client, { event: 'seal.added', ...entry })
    return {}
  })
}

/**
 * Returns how a wallet is locked, as seen by one of its owner's devices. A device that may not unlock gets no factors.
 */
export async function getSeal({ custody, caller }: Call): Promise<{
  readonly isSealed: boolean
  readonly unlockedUntil?: number
  readonly unlockFrom: number
  readonly isConfirmed: boolean
  readonly askedUntil?: number | undefined
  readonly passkeys: readonly string[]
}> {
  const { database } = custody
  const userId = getUserId(caller)
  const wallet = await findWallet(custody, database, userId)
  const unlockedUntil = await findUnlock(custody, database, caller)
  const { from, isGiven, askedUntil } = await findUnlockRight(custody, database, caller)
  const passkeys = isGiven
    ? await database.query<{ credential: string }>(
        "SELECT credential FROM seals WHERE user_id = $1 AND kind = 'passkey' ORDER BY created_at",
        [userId],
      )
    : []
  return {
    isSealed: isSealed(wallet),
    ...(unlockedUntil !== undefined && { unlockedUntil }),
    unlockFrom: from,
    isConfirmed: isGiven,
    ...(askedUntil !== undefined && { askedUntil }),
    passkeys: passkeys.map(({ credential }) => credential),
  }
}

/** Lets custody sign for 15 minutes, for this device alone, with a factor that only the user has. Throws `NEW_DEVICE`. */
export async function unlockSeal(
  call: Call,
  { value }: { readonly value: string },
): Promise<{ readonly until: number }> {
  const { custody, caller } = call
  const userId = getUserId(caller)
  await assertMayUnlock(custody, custody.database, caller)
  await countTry(call)
  return custody.database.inTransaction(async (client) => {
    const userKey = await findUserKey(custody, client, { userId, value })
    const until = await unlock(custody, client, { caller, userKey })
    userKey.fill(0)
    await appendAudit(custody, client, { event: 'seal.unlocked', user: userId, device: caller.deviceId })
    return { until }
  })
}

/** Locks it on all devices. */
export async function lockSeal({ custody, caller }: Call): Promise<Nothing> {
  await lock(custody.database, getUserId(caller))
  return {}
}

/** Unseals a wallet, with one of its factors, so that custody alone can open it again. Every mailbox and device is notified. */
export async function removeSeal(call: Call, { code, proof, by }: CustodyParams<'seal.remove'>): Promise<Nothing> {
  const { custody, caller, requester } = call
  await countTry(call)
  const { userId, use } = await takeProof(call, { purpose: 'seal', code, proof })
  await whileSigning(custody, userId, async (client) => {
    await assertSettledDevice(custody, client, caller)
    await lockOn(client, [`seal ${userId}`])
    const wallet = await findWallet(custody, client, userId)
    if (!isSealed(wallet)) throw new CallError('This wallet isn’t sealed.', { code: 'INVALID_PARAMS' })
    const userKey = await openByFactor(custody, client, { userId, value: by })
    const changes: PreparedChange[] = []
    for (const one of await listWallets(custody, client, userId)) {
      const prepare = (splitKey?: Buffer | undefined): Promise<PreparedChange> =>
        prepareChange(custody, {
          wallet: one,
          event: 'seal.removed',
          device: caller.deviceId,
          ...(isSealed(one) && {
            rewrap: { from: { use: 'dek', wallet: one, locks: { userKey, splitKey } }, locks: { splitKey } },
          }),
        })
      const { signed } = caller
      changes.push(await (isSealed(one) ? withSplitKey(custody, { wallet: one, signed }, prepare) : prepare()))
    }
    userKey.fill(0)
    await use(client)
    for (const table of ['seals', 'kept_deks']) await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    await lock(client, userId)
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'seal.removed', project, userId, requester, byDevice, toFormer: true })
    await writeChanges(custody, client, changes)
  })
  return {}
}

/** Switches to another wallet of the user: the one from before a new seed, so that its funds can be moved, or back to the new one. */
export async function chooseWallet(
  call: Call,
  { id, code, proof, by }: CustodyParams<'wallets.choose'>,
): Promise<Nothing> {
  const { custody, caller, requester } = call
  getTrustedUserId(caller)
  await countTry(call)
  const { userId, use } = await takeProof(call, { purpose: 'seal', code, proof })
  await whileSigning(custody, userId, async (client) => {
    await assertSettledDevice(custody, client, caller)
    await lockOn(client, [`seal ${userId}`])
    const wallets = await listWallets(custody, client, userId)
    const next = wallets.find((one) => one.id === id && one.retired_at !== null)
    const current = wallets.find(({ retired_at }) => retired_at === null)
    if (!next || !current) throw new CallError('This wallet is already in use.', { code: 'INVALID_PARAMS' })
    if (isSealed(current)) (await openByFactor(custody, client, { userId, value: by })).fill(0)
    const device = caller.deviceId
    const retired = { wallet: current, event: 'wallet.retired', device, retiredAt: custody.now() } as const
    const chosen = { wallet: next, event: 'wallet.chosen', device, retiredAt: null } as const
    const changes = [await prepareChange(custody, retired), await prepareChange(custody, chosen)]
    await use(client)
    await endUses(client, userId)
    const { project } = caller
    await announce(custody, client, {
      event: 'wallet.chosen',
      project,
      userId,
      requester,
      byDevice: device,
      toFormer: true,
    })
    await writeChanges(custody, client, changes)
  })
  return {}
}

/** Counted on disk, even if the factor is wrong. */
export async function countTry({ custody, caller }: Call): Promise<void> {
  const slots = [{ limit: limits.unlock, subject: Buffer.from(caller.deviceId) }]
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
}

/** Throws `LOCKED` if the call includes none of the wallet's factors. Being unlocked is not enough. */
export async function openByFactor(
  custody: Custody,
  client: Queryable,
  { userId, value }: { readonly userId: string; readonly value: string | undefined },
): Promise<UserKey> {
  if (value === undefined) throw new CallError('Confirm this with your printed code or a passkey.', { code: 'LOCKED' })
  return findUserKey(custody, client, { userId, value })
}
