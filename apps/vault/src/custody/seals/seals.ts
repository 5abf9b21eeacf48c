import { randomBytes } from 'node:crypto'
import type { Factor } from '../../protocol/account.js'
import { takeProof } from '../account/proof.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { getUserId } from '../devices/findCaller.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import { announce } from '../notices/announce.js'
import { assertNotFrozen } from '../notices/freeze.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import { seal, unseal } from '../sealing/seal.js'
import { whileSigning } from '../signingSwitch/signingSwitch.js'
import { findWallet, isSealed, openDek } from '../wallets/wallet.js'
import { writeDek } from '../wallets/writeDek.js'
import { lock, openUserKey, toFactorKey, type UserKey, unlock } from './userKey.js'

type Nothing = Readonly<Record<string, never>>

/** Seals a wallet by a printed code, so that custody alone cannot open it; or adds another way to unlock it. */
export async function addSeal(
  call: Call,
  { code, factor }: { readonly code?: string | undefined; readonly factor: Factor },
): Promise<Nothing> {
  const { custody, caller } = call
  const { userId, use } = await takeProof(call, { purpose: 'seal', code })
  await whileSigning(custody, userId, async (client) => {
    await assertNotFrozen(custody, client, userId)
    const wallet = await findWallet(custody, client, userId)
    const wasSealed = isSealed(custody, wallet)
    if (!wasSealed && factor.kind !== 'code')
      throw new CustodyFault('A printed code comes first: a passkey can be lost.', { code: 'INVALID_PARAMS' })
    const userKey = wasSealed ? await openUserKey(custody, client, userId) : randomBytes(32)
    await use(client)
    if (!wasSealed) await writeDek(custody, client, { wallet, dek: openDek(custody, wallet, undefined), userKey })
    await insertSeal(custody, client, { userId, userKey, factor })
    const event = wasSealed ? 'seal.added' : 'seal.made'
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event, project, userId, asker: call.asker, byDevice })
    await appendAudit(custody, client, { event, user: userId, device: caller.deviceId, kind: factor.kind })
    userKey.fill(0)
  })
  return {}
}

/** Lets custody sign for 15 minutes, by what only the visitor has. */
export async function unlockSeal(
  { custody, caller }: Call,
  { value }: { readonly value: string },
): Promise<{ readonly until: number }> {
  const userId = getUserId(caller)
  const slots = [{ limit: limits.prepare, subject: Buffer.from(userId) }]
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
  return custody.database.inTransaction(async (client) => {
    const userKey = await findUserKey(custody, client, { userId, value })
    if (!userKey) throw new CustodyFault('This does not unlock the wallet.', { code: 'CODE_WRONG' })
    const until = await unlock(custody, client, { userId, userKey })
    userKey.fill(0)
    await appendAudit(custody, client, { event: 'seal.unlocked', user: userId, device: caller.deviceId })
    return { until }
  })
}

export async function lockSeal({ custody, caller }: Call): Promise<Nothing> {
  await lock(custody.database, getUserId(caller))
  return {}
}

/** Gives a wallet back to custody alone. It has to be unlocked. */
export async function removeSeal(call: Call, { code }: { readonly code?: string | undefined }): Promise<Nothing> {
  const { custody, caller } = call
  const { userId, use } = await takeProof(call, { purpose: 'seal', code })
  await whileSigning(custody, userId, async (client) => {
    await assertNotFrozen(custody, client, userId)
    const wallet = await findWallet(custody, client, userId)
    if (!isSealed(custody, wallet)) throw new CustodyFault('The wallet is not sealed.', { code: 'INVALID_PARAMS' })
    const userKey = await openUserKey(custody, client, userId)
    await use(client)
    await writeDek(custody, client, { wallet, dek: openDek(custody, wallet, userKey), userKey: undefined })
    userKey.fill(0)
    await client.query('DELETE FROM seals WHERE user_id = $1', [userId])
    await lock(client, userId)
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'seal.removed', project, userId, asker: call.asker, byDevice })
    await appendAudit(custody, client, { event: 'seal.removed', user: userId, device: caller.deviceId })
  })
  return {}
}

type SealRow = {
  readonly id: string
  readonly user_id: string
  readonly kind: string
  readonly credential: string | null
  readonly sealed_key: Buffer
  readonly created_at: string
  readonly mac: Buffer
}

async function findUserKey(
  custody: Custody,
  { query }: Queryable,
  { userId, value }: { readonly userId: string; readonly value: string },
): Promise<UserKey | undefined> {
  const rows = await query<SealRow>('SELECT * FROM seals WHERE user_id = $1', [userId])
  const key = toFactorKey(custody, value, userId)
  for (const row of rows) {
    assertRow(custody.keys, 'seals', row)
    try {
      return unseal(key, { sealed: row.sealed_key, place: ['user key', custody.instance, userId, row.id] })
    } catch {
      // it is another factor's
    }
  }
  return undefined
}

async function insertSeal(
  custody: Custody,
  { query }: Queryable,
  { userId, userKey, factor }: { readonly userId: string; readonly userKey: UserKey; readonly factor: Factor },
): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const key = toFactorKey(custody, factor.value, userId)
  const row = {
    ...{ id, user_id: userId, kind: factor.kind, credential: factor.kind === 'passkey' ? factor.credential : null },
    sealed_key: seal(key, { plain: userKey, place: ['user key', custody.instance, userId, id] }),
    created_at: custody.now(),
  }
  await query('INSERT INTO seals VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    ...[id, userId, row.kind, row.credential, row.sealed_key, row.created_at],
    toRowMac(custody.keys, 'seals', row),
  ])
}
