import type { Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toRowMac } from '../crypto/rowMac.js'
import { isSameMac, toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Keys } from '../keys/keys.js'
import { limits, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import {
  changeCredential,
  createCredential,
  type DeviceRow,
  deviceTimes,
  enrollKey,
  insertDevice,
  lockDevice,
  type Site,
  toCredentialHash,
} from './device.js'
import { endSession, findSession } from './session.js'

type HelloRequest = {
  readonly site: Site
  readonly thumbprint: string
  readonly credential: string | undefined
  readonly params: CustodyParams<'hello'>
  readonly ip: string
}

type FoundDevice = {
  readonly device: DeviceRow
  readonly isResumed?: boolean | undefined
  /** For the browser to keep as a cookie. */
  readonly credential?: string | undefined
}

/** Identifies the calling device, or creates one, and enrolls its key. */
export async function sayHello(
  custody: Custody,
  greeting: HelloRequest,
): Promise<{ readonly result: CustodyResult<'hello'>; readonly credential?: string | undefined }> {
  const { keys, database, now } = custody
  const hash = toCredentialHash(keys, greeting.credential)
  return database.inTransaction(async (client) => {
    const byCookie = hash ? await findByCookie(custody, client, { ...greeting, hash }) : undefined
    const found = byCookie ?? (await findWithoutCookie(custody, client, greeting))
    const { device, isResumed, credential } = found
    const { thumbprint, params } = greeting
    await enrollKey(custody, client, { deviceId: device.id, thumbprint, isResumed, isKept: params.keepsKey === true })
    const session = await findSession(custody, client, { deviceId: device.id, thumbprint })
    const resumeToken = device.credential_hash === null ? toResumeToken(keys, device) : undefined
    const hasCredential = byCookie !== undefined
    return { result: { now: now(), isConnected: session !== undefined, hasCredential, resumeToken }, credential }
  })
}

/** Finds the device of a cookie. The pages of one site share a cookie; each of their origins is a separate device. */
async function findByCookie(
  custody: Custody,
  client: Queryable,
  { site, hash }: HelloRequest & { readonly hash: Buffer },
): Promise<FoundDevice | undefined> {
  const condition = 'credential_hash = $3'
  const device = await lockDevice(custody, client, { ...site, condition, values: [hash] })
  if (device) {
    if (!device.is_confirmed) await client.query('UPDATE devices SET is_confirmed = true WHERE id = $1', [device.id])
    return { device }
  }
  const [other] = await client.query('SELECT 1 FROM devices WHERE credential_hash = $1 AND project = $2 LIMIT 1', [
    hash,
    site.project,
  ])
  if (!other) return undefined
  return { device: await insertDevice(custody, client, { ...site, credentialHash: hash, isConfirmed: true }) }
}

async function findWithoutCookie(
  custody: Custody,
  client: Queryable,
  { site, thumbprint, params, ip }: HelloRequest,
): Promise<FoundDevice> {
  const { keys, now } = custody
  if (params.resumeToken !== undefined) {
    const resumed = await resumeDevice(custody, client, { site, thumbprint, token: params.resumeToken })
    if (resumed === 'reused') return { device: await makeDevice(null) }
    if (resumed) return { device: resumed, isResumed: true }
  }
  // this page load's device, until a cookie or a token identifies it
  const mine =
    'id IN (SELECT device_id FROM device_keys WHERE thumbprint = $3) AND (credential_hash IS NULL OR NOT is_confirmed)'
  const device = await lockDevice(custody, client, {
    ...site,
    condition: `${mine} ORDER BY created_at DESC LIMIT 1`,
    values: [thumbprint],
  })
  if (device?.credential_hash === null) return { device }
  const credential = params.cookies === false ? undefined : createCredential()
  const credentialHash = toCredentialHash(keys, credential)
  if (device) return { device: await changeCredential(custody, client, { device, credentialHash }), credential }
  return { device: await makeDevice(credentialHash), credential }

  async function makeDevice(credentialHash: Buffer | null): Promise<DeviceRow> {
    const subject = toMac(keys.tokens, ['network', toNetwork(ip)])
    await takeSlots(client, { slots: [{ limit: limits.device, subject }], now: now() })
    return insertDevice(custody, client, { ...site, credentialHash, isConfirmed: false })
  }
}

type Resumption = { readonly site: Site; readonly thumbprint: string; readonly token: string }

/**
 * Returns the device of a resume token, and advances its generation. An older token means that two parties have it: the
 * session ends for both. Only the key that used a token may use it again within a minute, as the reply may have been
 * lost.
 */
async function resumeDevice(
  custody: Custody,
  client: Queryable,
  { site, thumbprint, token }: Resumption,
): Promise<DeviceRow | 'reused' | undefined> {
  const turn = parseResumeToken(custody.keys, token)
  if (!turn) return undefined
  const condition = 'id = $3 AND credential_hash IS NULL'
  const device = await lockDevice(custody, client, { ...site, condition, values: [turn.id] })
  if (!device) return undefined
  const now = custody.now()
  const isRepeat =
    turn.generation === device.generation - 1 &&
    device.rotated_by === thumbprint &&
    now - Number(device.rotated_at) <= deviceTimes.repeat
  if (isRepeat) return device
  const isReused = turn.generation !== device.generation
  const turned = {
    ...device,
    generation: device.generation + 1,
    rotated_at: String(now),
    rotated_by: isReused ? '' : thumbprint,
  }
  await client.query('UPDATE devices SET generation = $2, rotated_at = $3, rotated_by = $4, mac = $5 WHERE id = $1', [
    ...[device.id, turned.generation, now, turned.rotated_by],
    toRowMac(custody.keys, 'devices', turned),
  ])
  if (!isReused) return turned
  const [session] = await client.query<{ user_id: string }>('SELECT user_id FROM sessions WHERE device_id = $1', [
    device.id,
  ])
  await endSession(client, device.id)
  await client.query('DELETE FROM device_keys WHERE device_id = $1', [device.id])
  if (session)
    await announce(custody, client, { event: 'resume.reused', project: site.project, userId: session.user_id })
  await appendAudit(custody, client, { event: 'resume.reused', device: device.id })
  return 'reused'
}

type TokenGeneration = { readonly id: string; readonly generation: number }

/**
 * Returns the resume token that an app keeps for a frame without cookies: device and generation, authenticated with a
 * key of custody.
 */
function toResumeToken({ tokens }: Keys, { id, generation }: TokenGeneration): string {
  return `${id}.${generation}.${toMac(tokens, ['resume', id, generation]).toString('base64url')}`
}

/** Returns the device and generation of a token that custody issued, or null. */
function parseResumeToken({ tokens }: Keys, token: string): TokenGeneration | null {
  const [, id, turn, mac] = /^([0-9a-f]{32})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || turn === undefined || mac === undefined) return null
  const generation = Number(turn)
  return isSameMac(Buffer.from(mac, 'base64url'), toMac(tokens, ['resume', id, generation])) ? { id, generation } : null
}
