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
import type { Subject } from '../providers/provider.js'
import { findLogin, isGuest, type LoginRow } from '../users/login.js'
import { isFactorNeeded } from './openSession.js'
import { admitLogin, logInByProvider } from './providerLogin.js'

/**
 * Continues without a login, with a wallet that only this browser opens: by the key that it keeps, or by its cookie if it keeps none.
 * Logging out doesn't lose it, deleting the browser's data does.
 */
export async function logInAsGuest(call: Call): Promise<CustodyResult<'guest.login'>> {
  const { custody, caller, ip } = call
  if (!custody.projects.get(caller.project)?.guests)
    throw new CallError('This app needs a login.', { code: 'NO_PROVIDER' })
  await admitLogin(call)
  const reply = await custody.database.inTransaction(async (client) => {
    const { subject, login } = await findGuest(custody, client, caller)
    if (!login) {
      const source = { limit: limits.guestFrom, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) }
      await takeSlots(client, { slots: [source], now: custody.now() })
    }
    return logInByProvider(call, client, { provider: 'guest', subject, within: null, entry: {} })
  })
  if (isFactorNeeded(reply)) throw toFactorNeeded(reply.needs)
  return { user: reply }
}

/**
 * Returns the guest of the session, which must be in the browser that opens their wallet. A session that was resumed by
 * a token counts only with that browser's key, as an app's page could have copied the token. Throws `NO_SESSION`,
 * `NOT_HERE` if the user has a login, and `RESUMED`.
 */
export async function assertGuest(custody: Custody, client: Queryable, caller: Caller): Promise<string> {
  const { project } = caller
  const userId = getUserId(caller)
  if (!(await isGuest(custody, client, userId)))
    throw new CallError(`You have a login. Add others at ${toAccountUrl(custody, project)}.`, { code: 'NOT_HERE' })
  const { login } = await findGuest(custody, client, caller)
  if (login?.user_id !== userId)
    throw new CallError('Log out and continue as a guest again to do this.', { code: 'RESUMED' })
  return userId
}

type Guest = {
  /** Identifies the browser. */
  readonly subject: Subject
  /** Undefined if it opens no wallet yet. */
  readonly login: LoginRow | undefined
}

/**
 * Finds the guest of this browser: by the key that it keeps or, if that opens no wallet, by its cookie, as the browser may have kept no key
 * when the wallet was created. A cookie alone opens no wallet that was created with a key. Throws `NOT_ALLOWED` if the browser keeps neither.
 */
async function findGuest(
  custody: Custody,
  client: Queryable,
  { project, deviceId, thumbprint }: Caller,
): Promise<Guest> {
  const [row] = await client.query<{ is_kept: boolean; has_cookie: boolean }>(
    `SELECT is_kept, credential_hash IS NOT NULL AS has_cookie FROM device_keys JOIN devices ON id = device_id
     WHERE device_id = $1 AND thumbprint = $2`,
    [deviceId, thumbprint],
  )
  const names = [...(row?.is_kept ? [`key ${thumbprint}`] : []), ...(row?.has_cookie ? [`device ${deviceId}`] : [])]
  const [first, ...others] = names.map((subject): Subject => ({ issuer: 'guest', subject }))
  if (!first)
    throw new CallError('This browser can’t keep a wallet, as it blocks this site’s storage. Log in instead.', {
      code: 'NOT_ALLOWED',
    })
  for (const subject of [first, ...others]) {
    const login = await findLogin(custody, client, { project, ...subject })
    if (login) return { subject, login }
  }
  return { subject: first, login: undefined }
}
