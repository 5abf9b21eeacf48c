import type { DeviceKey } from '../../protocol/statement.js'
import { appendAudit } from '../audit/appendAudit.js'
import { isFresh } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { lockDevice } from '../devices/device.js'
import { startSession } from '../devices/session.js'
import { toThumbprint } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { announce } from '../notices/announce.js'
import { findDeviceUser, rememberDevice } from '../users/deviceUser.js'
import { listLogins } from '../users/login.js'

/**
 * Logs the caller's user in on the vault's own page in the same browser, without another email. Only pages of the vault can sign with the
 * key of the frame, and the browser lets its own page do so only if the app is on the same site. The target must have the same cookie, and
 * a key that the browser keeps. The user is notified as of any new browser. The session is short and never counts as a fresh login, unless
 * the app's backend has just vouched for the user: no login on this page could.
 */
export async function shareSession(
  { custody, caller, requester }: Call,
  { key }: { readonly key: DeviceKey },
): Promise<Record<string, never>> {
  const userId = getTrustedUserId(caller)
  const { session, project, deviceId, thumbprint } = caller
  const refused = new CallError('Log in here first.', { code: 'NO_SESSION' })
  const loginId = session?.loginId
  if (loginId == null) throw refused
  await custody.database.inTransaction(async (client) => {
    // a cookie alone proves nothing: the session has to be bound to the key that signed this
    const bound = await client.query('SELECT 1 FROM sessions WHERE device_id = $1 AND thumbprint = $2', [
      deviceId,
      thumbprint,
    ])
    const page = toThumbprint(key)
    const own = await lockDevice(custody, client, {
      project,
      origin: toOwnOrigin(custody),
      condition: `credential_hash = (SELECT credential_hash FROM devices WHERE id = $3)
        AND id IN (SELECT device_id FROM device_keys WHERE thumbprint = $4 AND is_kept AND active_until > $5)`,
      values: [deviceId, page, custody.now()],
    })
    if (bound.length === 0 || !own) throw refused
    await assertNotFrozen(custody, client, userId)
    const known = await findDeviceUser(custody, client, { deviceId: own.id, userId })
    const logins = await listLogins(custody, client, userId)
    const isByToken = logins.some(({ id, provider }) => id === loginId && provider === 'token')
    const since = isByToken && isFresh(custody, caller) ? session?.createdAt : undefined
    const isShared = since === undefined
    await startSession(custody, client, { deviceId: own.id, userId, thumbprint: page, loginId, isShared, since })
    await appendAudit(custody, client, { event: 'login.shared', user: userId, device: own.id, by: deviceId })
    if (known) return
    const { browser, place } = requester
    await rememberDevice(custody, client, { deviceId: own.id, userId, browser, place })
    await announce(custody, client, {
      event: 'login.done',
      project,
      userId,
      requester: { ...requester, origin: own.origin },
      byDevice: own.id,
      deviceId: own.id,
    })
  })
  return {}
}

function toOwnOrigin({ publicUrl }: Pick<Custody, 'publicUrl'>): string {
  return new URL(publicUrl).origin
}
