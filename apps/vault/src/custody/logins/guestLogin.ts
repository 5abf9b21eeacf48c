import type { Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import type { CustodyResult } from '../../protocol/custody.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { type Call, type Caller, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { limits, takeSlots } from '../limits/limits.js'
import { toAccountUrl } from '../mail/emails.js'
import { findLogin, isGuest } from '../users/login.js'
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

/**
 * Returns the guest whose session it is, in the browser that opens their wallet. A session that was resumed by a token counts only with that
 * browser's key, as an app's page could have copied the token. Throws `NO_SESSION`, `NOT_HERE` if the user has a login, and `RESUMED`.
 */
export async function assertGuest(custody: Custody, client: Queryable, caller: Caller): Promise<string> {
  const { project } = caller
  const userId = getUserId(caller)
  if (!(await isGuest(custody, client, userId)))
    throw new CallError(`You have a login. Add others at ${toAccountUrl(custody, project)}.`, { code: 'NOT_HERE' })
  const subject = await readBrowser(client, caller)
  const login = await findLogin(custody, client, { project, issuer: 'guest', subject })
  if (login?.user_id !== userId)
    throw new CallError('Log out and continue as a guest again to do this.', { code: 'RESUMED' })
  return userId
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
