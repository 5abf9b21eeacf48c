import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyResult } from '../../protocol/custody.js'
import { toMac } from '../crypto/seal.js'
import type { Call, Caller } from '../devices/caller.js'
import { toNetwork } from '../devices/client.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { limits, takeSlots } from '../limits/limits.js'
import { findLogin } from '../users/login.js'
import { isFactorNeeded } from './openSession.js'
import { admitLogin, logInByProvider } from './providerLogin.js'

/**
 * Continues without a login, with a wallet that only this browser opens: by the key that it keeps, or by its cookie if it keeps none.
 * Logging out doesn't lose it, deleting the browser's data does.
 */
export async function logInAsGuest(call: Call): Promise<CustodyResult<'guest.login'>> {
  const { custody, caller, ip } = call
  const { project } = caller
  if (!custody.projects.get(project)?.guests) throw new CallError('This app needs a login.', { code: 'NO_PROVIDER' })
  await admitLogin(call)
  const reply = await custody.database.inTransaction(async (client) => {
    const subject = { issuer: 'guest', subject: await readBrowser(client, caller) }
    if (!(await findLogin(custody, client, { project, ...subject }))) {
      const source = { limit: limits.guestFrom, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) }
      await takeSlots(client, { slots: [source], now: custody.now() })
    }
    return logInByProvider(call, client, { provider: 'guest', subject, within: null, entry: {} })
  })
  if (isFactorNeeded(reply)) throw toFactorNeeded(reply.needs)
  return { user: reply }
}

/** What identifies the browser. A cookie alone doesn't, if the browser also keeps a key. */
async function readBrowser(client: Queryable, { deviceId, thumbprint }: Caller): Promise<string> {
  const [row] = await client.query<{ is_kept: boolean; has_cookie: boolean }>(
    `SELECT is_kept, credential_hash IS NOT NULL AS has_cookie FROM device_keys JOIN devices ON id = device_id
     WHERE device_id = $1 AND thumbprint = $2`,
    [deviceId, thumbprint],
  )
  if (row?.is_kept) return `key ${thumbprint}`
  if (row?.has_cookie) return `device ${deviceId}`
  throw new CallError('This browser can’t keep a wallet, as it blocks this site’s storage. Log in instead.', {
    code: 'NOT_ALLOWED',
  })
}
