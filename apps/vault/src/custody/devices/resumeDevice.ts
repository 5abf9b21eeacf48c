import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { announce } from '../notices/announce.js'
import { toRowMac } from '../sealing/rowMac.js'
import { endSession } from '../sessions/session.js'
import { type DeviceRow, deviceTimes } from './device.js'
import { lockDevice, type Site } from './deviceStore.js'
import { parseResumeToken } from './resumeToken.js'

export type Resumption = { readonly site: Site; readonly thumbprint: string; readonly token: string }

/**
 * The device that a token stands for, in its next turn. A token of an earlier turn means that two have it: the session ends
 * for both. Only the key that took it up may have it again within a minute, as the reply may have been lost.
 */
export async function resumeDevice(
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
    ...{ generation: device.generation + 1, rotated_at: String(now), rotated_by: isReused ? '' : thumbprint },
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
