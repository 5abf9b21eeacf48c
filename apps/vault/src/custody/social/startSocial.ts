import { randomBytes } from 'node:crypto'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import { createAuthorization } from '../providers/createAuthorization.js'
import { providerNames } from '../providers/provider.js'
import { toReport } from '../providers/toReport.js'
import { getUpdater } from '../updates/getUpdater.js'
import { insertAttempt } from './attempt.js'

/**
 * Begins a login by another provider: for this device, on this page, for ten minutes, once. Where the provider cannot be reached that is
 * told now, before anybody is sent there.
 */
export async function startSocial(
  { custody, caller, asker }: Call,
  { provider: name, link = false, popup }: CustodyParams<'social.start'>,
): Promise<CustodyResult<'social.start'>> {
  const provider = custody.providers.get(name)
  if (!provider)
    throw new CustodyFault(`This wallet has no login with ${providerNames[name]}.`, { code: 'NO_PROVIDER' })
  const linkUser = link ? getUpdater(caller) : null
  const subject = Buffer.from(caller.deviceId)
  await custody.database.inTransaction((client) =>
    takeSlots(client, { slots: [{ limit: limits.social, subject }], now: custody.now() }),
  )
  const state = randomBytes(32).toString('base64url')
  const secrets = await createAuthorization(provider, { redirectUri: toRedirectUri(custody), state }).catch(
    (cause: unknown) => {
      custody.warn(toReport(name, cause))
      const message = `${providerNames[name]} cannot be reached right now. Please try again.`
      throw new CustodyFault(message, { code: 'SOCIAL_FAILED', cause })
    },
  )
  return custody.database.inTransaction(async (client) => {
    const attempt = { caller, asker, provider: name, linkUser, state, popup, secrets: { ...secrets, state } }
    const { expiresAt } = await insertAttempt(custody, client, attempt)
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
