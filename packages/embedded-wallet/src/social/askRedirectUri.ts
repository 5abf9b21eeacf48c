import type { SocialProvider } from '@latchkey/core'
import { SocialFailedError } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'

export type RedirectUriRequest = {
  readonly provider: SocialProvider
  /** Of the popup. */
  readonly id?: string | undefined
  readonly signal: AbortSignal
}

/** Where the visitor goes to log in. Throws `SOCIAL_FAILED` for what is no page of the web. */
export async function askRedirectUri(client: FrameClient, { provider, id, signal }: RedirectUriRequest): Promise<URL> {
  await client.open(signal)
  const payload = { provider, ...(id !== undefined && { popup: id }) }
  const { uri } = await client.call('GET_SOCIAL_REDIRECT_URI', payload, { signal })
  signal.throwIfAborted()
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new SocialFailedError({ details: 'The secure site named no page to log in at.' })
}

/**
 * Where the result can be asked for by who has begun the login, though nobody has brought it. Undefined where the secure site does
 * not lead the visitor itself: then no other way is known.
 */
export function toStateUri(url: URL, origin: string): string | undefined {
  const state = url.origin === origin ? url.searchParams.get('state') : null
  return state ? `${origin}/social/result?state=${encodeURIComponent(state)}` : undefined
}
