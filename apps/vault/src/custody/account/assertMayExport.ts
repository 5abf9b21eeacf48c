import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Caller } from '../devices/findCaller.js'
import { assertNotFrozen, freezeTime, toFrozen } from '../notices/freeze.js'
import { getUpdater } from '../updates/getUpdater.js'
import { findDeviceUser } from '../users/deviceUser.js'

/** When a device that is the user's since then may export: a day later, in which its notice is read. */
export function toExportTime(since: number): number {
  return since + freezeTime
}

/** Throws `FROZEN` on a device that came within the last day, and within a day after the address was changed. */
export async function assertMayExport(custody: Custody, client: Queryable, caller: Caller): Promise<void> {
  const userId = getUpdater(caller)
  await assertNotFrozen(custody, client, userId)
  const known = await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId })
  const wait = toExportTime(known?.since ?? custody.now()) - custody.now()
  if (wait > 0) throw toFrozen('This browser is new to your wallet', wait)
}
