import { randomBytes } from 'node:crypto'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { loginNames } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import { isOwnPage } from '../calls/assertPage.js'
import type { Call } from '../calls/call.js'
import { admitLogin } from '../limits/admitLogin.js'
import { toAccountUrl } from '../mail/toAccountUrl.js'
import { createAuthorization } from '../providers/createAuthorization.js'
import { toReport } from '../providers/toReport.js'
import { insertAttempt } from './attempt.js'
import { admitUse } from './use.js'

/**
 * Begins a login by another provider: for this device, on this page, for ten minutes, once. Where the provider cannot be reached that is
 * told now, before anybody is sent there.
 */
export async function startSocial(
  call: Call,
  { provider: name, popup, ...wanted }: CustodyParams<'social.start'>,
): Promise<CustodyResult<'social.start'>> {
  const { custody, caller, asker } = call
  const provider = custody.providers.get(name)
  if (!provider) throw new CustodyFault(`This wallet has no login with ${loginNames[name]}.`, { code: 'NO_PROVIDER' })
  const isOwn = isOwnPage(custody, caller)
  await admitLogin(call)
  const { linkUser, secrets: use, begin } = await admitUse(call, wanted)
  const state = randomBytes(32).toString('base64url')
  // what is done on the vault's own page counts on a login that the provider has looked at anew
  const terms = { redirectUri: toRedirectUri(custody), state, isFresh: isOwn }
  const secrets = await createAuthorization(provider, terms).catch((cause: unknown) => {
    custody.warn(toReport(name, cause))
    const message = `${loginNames[name]} cannot be reached right now. Please try again.`
    throw new CustodyFault(message, { code: 'SOCIAL_FAILED', cause })
  })
  return custody.database.inTransaction(async (client) => {
    await begin(client)
    const { expiresAt } = await insertAttempt(custody, client, {
      ...{ caller, asker, provider: name, linkUser, state, popup, secrets: { ...secrets, ...use, state } },
      ...(isOwn && { returnTo: toAccountUrl(custody, caller.project) }),
    })
    await appendAudit(custody, client, { event: 'social.asked', device: caller.deviceId, provider: name })
    return { uri: toStartUri(custody, state), state, expiresAt }
  })
}

/** Of the site: known to the providers. */
export function toRedirectUri({ publicUrl }: { readonly publicUrl: string }): string {
  return `${publicUrl}/social/callback`
}

/** Of the site: it sends on to the provider. */
export function toStartUri({ publicUrl }: { readonly publicUrl: string }, state: string): string {
  return `${publicUrl}/social/start?state=${state}`
}
