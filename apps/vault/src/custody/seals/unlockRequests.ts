import type { Queryable } from '@latchkey/server-kit/database'
import type { UnlockRequest } from '../../protocol/account.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toExportTime } from '../challenges/proof.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { type Call, type Caller, getTrustedUserId, getUserId } from '../devices/caller.js'
import { revokeDevice } from '../devices/userDevices.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { findDeviceUser } from '../users/deviceUser.js'

/** Milliseconds in which another device has to confirm a new one. */
const requestTime = 1_800_000

/** A new device's request to unlock, for an older one to confirm. */
type RequestRow = {
  readonly device_id: string
  readonly user_id: string
  readonly session_id: string
  readonly origin: string
  readonly browser: string
  readonly place: string | null
  readonly state: 'open' | 'approved' | 'refused'
  readonly decided_by: string | null
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

export type UnlockRight = {
  /** From when on this device may unlock without confirmation: milliseconds since the epoch. */
  readonly from: number
  /** Whether it may now. */
  readonly isGiven: boolean
  /** Time until which another device may confirm this one's request. */
  readonly askedUntil?: number | undefined
}

/** Whether a device may unlock: it is a day old, or an older one has confirmed it for this session. */
export async function findUnlockRight(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  caller: Caller,
): Promise<UnlockRight> {
  const { deviceId, session } = caller
  const userId = getUserId(caller)
  const known = await findDeviceUser(custody, client, { deviceId, userId })
  const now = custody.now()
  const from = toExportTime(known?.since ?? now)
  if (from <= now) return { from, isGiven: true }
  const request = await findRequest(custody, client, { userId, deviceId })
  if (!request || request.session_id !== session?.id) return { from, isGiven: false }
  const isOpen = request.state === 'open'
  return {
    from,
    isGiven: request.state === 'approved',
    ...(isOpen && { askedUntil: Number(request.valid_until) }),
  }
}

/** Throws `NEW_DEVICE` with `retryAfter` until an older device has confirmed this one, or this one is a day old. */
export async function assertMayUnlock(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  caller: Caller,
): Promise<void> {
  const { from, isGiven } = await findUnlockRight(custody, client, caller)
  if (isGiven) return
  const text = 'This browser is new to your wallet. Confirm it in a browser that you have used for longer than a day.'
  throw new CallError(text, { code: 'NEW_DEVICE', retryAfter: Math.ceil((from - custody.now()) / 1_000) })
}

/** Asks an older device to confirm this new one. Every mailbox and device is notified. */
export async function askToUnlock({ custody, caller, requester }: Call): Promise<{ readonly until: number }> {
  const { deviceId, session, project } = caller
  const userId = getUserId(caller)
  const { origin, browser, place } = requester
  return custody.database.inTransaction(async (client) => {
    const right = await findUnlockRight(custody, client, caller)
    if (right.isGiven) throw new CallError('This browser can already unlock the wallet.', { code: 'INVALID_PARAMS' })
    if (right.askedUntil !== undefined) return { until: right.askedUntil }
    const now = custody.now()
    await takeSlots(client, { slots: [{ limit: limits.unlockRequest, subject: Buffer.from(deviceId) }], now })
    const until = now + requestTime
    await writeRequest(custody, client, {
      device_id: deviceId,
      user_id: userId,
      session_id: session?.id ?? '',
      origin,
      browser,
      place,
      state: 'open',
      decided_by: null,
      created_at: String(now),
      valid_until: String(until),
    })
    const event = 'unlock.asked'
    await announce(custody, client, { event, project, userId, requester, byDevice: deviceId, deviceId, toFormer: true })
    await appendAudit(custody, client, { event: 'unlock.asked', user: userId, device: deviceId })
    return { until }
  })
}

/** An older device confirms a new one, which may then unlock with one of the owner's factors; or refuses, which logs it out. */
export async function confirmUnlock(
  { custody, caller }: Call,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<Readonly<Record<string, never>>> {
  const userId = getTrustedUserId(caller)
  await custody.database.inTransaction(async (client) => {
    await assertNotFrozen(custody, client, userId)
    const known = await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId })
    const wait = toExportTime(known?.since ?? custody.now()) - custody.now()
    if (wait > 0)
      throw new CallError('This browser is too new to confirm another one.', {
        code: 'NEW_DEVICE',
        retryAfter: Math.ceil(wait / 1_000),
      })
    const request = await findRequest(custody, client, { userId, deviceId: id })
    if (request?.state !== 'open' || id === caller.deviceId)
      throw new CallError('This request has ended. Ask again in the new browser.', { code: 'NO_APPROVAL' })
    const state = approve ? 'approved' : 'refused'
    const since = (await findDeviceUser(custody, client, { deviceId: id, userId }))?.since ?? custody.now()
    await writeRequest(custody, client, {
      ...request,
      state,
      decided_by: caller.deviceId,
      // after that it needs no confirmation
      valid_until: String(toExportTime(since)),
    })
    const { project, deviceId: byDevice } = caller
    const entry = { user: userId, device: id, by: byDevice }
    if (approve)
      await announce(custody, client, {
        event: 'unlock.approved',
        project,
        userId,
        requester: request,
        byDevice,
        deviceId: id,
      })
    await appendAudit(custody, client, { event: approve ? 'unlock.approved' : 'unlock.refused', ...entry })
    if (!approve) await revokeDevice(custody, client, { project, userId, deviceId: id, byDevice })
  })
  return {}
}

/** Lists the requests of new devices, for an older one to decide. */
export async function listUnlockRequests(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  caller: Caller,
): Promise<readonly UnlockRequest[]> {
  const rows = await query<RequestRow>(
    `SELECT * FROM unlock_requests WHERE user_id = $1 AND device_id <> $2 AND state = 'open' AND valid_until > $3
     ORDER BY created_at LIMIT 20`,
    [getUserId(caller), caller.deviceId, now()],
  )
  return rows.map((row) => {
    assertRow(keys, 'unlock_requests', row)
    const { device_id: id, origin, browser, place, created_at, valid_until } = row
    return { id, origin, browser, ...(place && { place }), at: Number(created_at), until: Number(valid_until) }
  })
}

async function findRequest(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
): Promise<RequestRow | undefined> {
  const [row] = await query<RequestRow>(
    'SELECT * FROM unlock_requests WHERE user_id = $1 AND device_id = $2 AND valid_until > $3',
    [userId, deviceId, now()],
  )
  if (row) assertRow(keys, 'unlock_requests', row)
  return row
}

async function writeRequest(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  row: Omit<RequestRow, 'mac'>,
): Promise<void> {
  const { device_id, user_id, session_id, origin, browser, place, state, decided_by, created_at, valid_until } = row
  await query(
    `INSERT INTO unlock_requests (device_id, user_id, session_id, origin, browser, place, state, decided_by, created_at,
       valid_until, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (device_id) DO UPDATE SET user_id = $2, session_id = $3, origin = $4, browser = $5, place = $6, state = $7,
       decided_by = $8, created_at = $9, valid_until = $10, mac = $11`,
    [
      ...[device_id, user_id, session_id, origin, browser, place, state, decided_by, created_at, valid_until],
      toRowMac(keys, 'unlock_requests', row),
    ],
  )
}
