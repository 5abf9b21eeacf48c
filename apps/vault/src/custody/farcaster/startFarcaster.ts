import { randomBytes } from 'node:crypto'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import { admitLogin } from '../limits/admitLogin.js'
import type { Asker } from '../mail/letters.js'
import { toReport } from '../providers/toReport.js'
import { insertAttempt } from '../social/attempt.js'
import { admitUse, type UseSecrets } from '../social/use.js'
import { openChannel } from './relay.js'

/** What is known of a login that waits for a phone. */
export type FarcasterSecrets = UseSecrets & {
  readonly channelToken: string
  readonly nonce: string
  readonly domain: string
  readonly siweUri: string
}

/** Begins a login with Farcaster: for this device, for ten minutes, once. */
export async function startFarcaster(
  call: Call,
  wanted: CustodyParams<'farcaster.start'>,
): Promise<CustodyResult<'farcaster.start'>> {
  const { custody, caller, asker } = call
  const { farcaster, publicUrl } = custody
  if (!farcaster) throw new CustodyFault('This wallet has no login with Farcaster.', { code: 'NO_PROVIDER' })
  await admitLogin(call)
  const { linkUser, secrets: use, begin } = await admitUse(call, wanted)
  const terms = {
    domain: new URL(publicUrl).host,
    siweUri: toSignInUri(custody, { project: caller.project, asker }),
    nonce: randomBytes(16).toString('hex'),
  }
  const { channelToken, url } = await openChannel(farcaster.relayUrl, terms).catch((cause: unknown) => {
    custody.warn(toReport('farcaster', cause))
    const message = 'Farcaster cannot be reached right now. Please try again.'
    throw new CustodyFault(message, { code: 'SOCIAL_FAILED', cause })
  })
  return custody.database.inTransaction(async (client) => {
    const secrets: FarcasterSecrets = { ...terms, ...use, channelToken }
    await begin(client)
    const state = randomBytes(32).toString('base64url')
    const { expiresAt } = await insertAttempt(custody, client, {
      ...{ caller, asker, provider: 'farcaster', linkUser, state, popup: undefined, secrets },
    })
    await appendAudit(custody, client, { event: 'social.asked', device: caller.deviceId, provider: 'farcaster' })
    return { url, expiresAt }
  })
}

/**
 * What the phone signs beside the vault's host: which app gets the login, and on which device. The address is the only part of the message
 * that a site chooses; its statement is the same for all. [FIP-11]
 */
function toSignInUri(
  { publicUrl, projects }: Pick<Custody, 'publicUrl' | 'projects'>,
  { project, asker }: { readonly project: string; readonly asker: Asker },
): string {
  const { origin, browser, place } = asker
  const app = projects.get(project)?.name ?? project
  const named = { app, site: origin, device: browser, ...(place !== null && { ip: place }) }
  return `${publicUrl}/farcaster?${new URLSearchParams(named)}`
}
