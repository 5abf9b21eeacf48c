import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import { toNetwork } from '../limits/toNetwork.js'
import { toMac } from '../sealing/toMac.js'
import { findSession } from '../sessions/session.js'
import { createCredential, toCredentialHash } from './credential.js'
import type { DeviceRow } from './device.js'
import { changeCredential, insertDevice, lockDevice, type Site } from './deviceStore.js'
import { enrolKey } from './enrolKey.js'
import { resumeDevice } from './resumeDevice.js'
import { toResumeToken } from './resumeToken.js'

export type Greeting = {
  readonly site: Site
  readonly thumbprint: string
  readonly credential: string | undefined
  readonly params: CustodyParams<'hello'>
  readonly ip: string
}

type Found = {
  readonly device: DeviceRow
  readonly isResumed?: boolean | undefined
  /** For the browser to keep as a cookie. */
  readonly credential?: string | undefined
}

/** Finds out which device speaks, or makes a new one, and enrols its key. */
export async function sayHello(
  custody: Custody,
  greeting: Greeting,
): Promise<{ readonly result: CustodyResult<'hello'>; readonly credential?: string | undefined }> {
  const { keys, database, now } = custody
  const hash = toCredentialHash(keys, greeting.credential)
  return database.inTransaction(async (client) => {
    const byCookie = hash ? await findByCookie(custody, client, { ...greeting, hash }) : undefined
    const found = byCookie ?? (await findWithoutCookie(custody, client, greeting))
    const { device, isResumed, credential } = found
    const { thumbprint, params } = greeting
    await enrolKey(custody, client, { deviceId: device.id, thumbprint, isResumed, isKept: params.keepsKey === true })
    const session = await findSession(custody, client, { deviceId: device.id, thumbprint })
    const resumeToken = device.credential_hash === null ? toResumeToken(keys, device) : undefined
    const hasCredential = byCookie !== undefined
    return { result: { now: now(), isConnected: session !== undefined, hasCredential, resumeToken }, credential }
  })
}

/** A cookie is shared by the pages of one site; each of their origins is a device of its own. */
async function findByCookie(
  custody: Custody,
  client: Queryable,
  { site, hash }: Greeting & { readonly hash: Buffer },
): Promise<Found | undefined> {
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
  { site, thumbprint, params, ip }: Greeting,
): Promise<Found> {
  const { keys, now } = custody
  if (params.resumeToken !== undefined) {
    const resumed = await resumeDevice(custody, client, { site, thumbprint, token: params.resumeToken })
    if (resumed === 'reused') return { device: await makeDevice(null) }
    if (resumed) return { device: resumed, isResumed: true }
  }
  // of this page's life: what it has for a device until a cookie, or a token, stands for it
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
