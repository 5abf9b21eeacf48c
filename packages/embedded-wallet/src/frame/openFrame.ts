import type { CaipNetworkId } from '@latchkey/core'
import { AbortedError, FrameFailedError, FrameLoadFailedError } from '@latchkey/core/plugin'
import { messagesVersion } from '../protocol/names.js'
import { acquireLink, type HeldLink } from './element/acquireLink.js'
import type { FrameClientOptions } from './frameClient.js'
import type { FrameLink } from './link/createFrameLink.js'

export type OpenFrame = {
  /** The link, if the frame was needed already. */
  getCurrent(): FrameLink | undefined
  /** The link. The first call adds the frame to the page. Throws if there is no page any more. */
  get(): FrameLink
  release(): void
}

/** Acquires the frame on first use and keeps it for the lifetime of the client. */
export function openFrame(
  options: FrameClientOptions,
  /** Adds listeners to the link; returns the functions that remove them. */
  onLink: (link: FrameLink) => readonly (() => void)[],
): OpenFrame {
  const { context, url, projectId, enableLogger = false, getChain, getRpcUrl } = options
  const { env, warn } = context
  let held: HeldLink | undefined
  let stops: readonly (() => void)[] = []
  let isReleased = false

  const acquire = (): HeldLink => {
    const window = env.window() as (Window & typeof globalThis) | null
    if (!window) throw new FrameFailedError({ message: 'W3mFrame: iframe is not set' })
    const base = parseUrl(url)
    const origin = options.origin ?? base.origin
    const chain = getChain()
    return acquireLink({
      env,
      warn,
      window,
      origin,
      key: JSON.stringify([base.href, origin, projectId]),
      url: toFrameUrl({
        ...{ url, projectId, chain, rpcUrl: chain && getRpcUrl(chain), enableLogger },
        language: context.getLocale(),
      }),
    })
  }
  return {
    getCurrent: () => held?.link,
    get() {
      if (isReleased) throw new AbortedError()
      if (!held) {
        held = acquire()
        stops = onLink(held.link)
      }
      return held.link
    },
    release() {
      isReleased = true
      for (const stop of stops) stop()
      held?.release()
    },
  }
}

function parseUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw new FrameLoadFailedError({
      details: `"${url.slice(0, 200)}" is not a valid frameUrl: expected an http or https URL.`,
    })
  address.hash = ''
  return address
}

export type FrameUrlOptions = {
  readonly url: string
  readonly projectId: string
  /** The app's current network. */
  readonly chain: CaipNetworkId | undefined
  readonly rpcUrl: string | undefined
  readonly enableLogger: boolean
  /** Of the frame's screens (BCP 47). Without it, they follow the browser. */
  readonly language?: string | undefined
}

/** Builds the frame's URL with its start parameters. [S4.40] */
export function toFrameUrl({ url, projectId, chain, rpcUrl, enableLogger, language }: FrameUrlOptions): string {
  const address = new URL(url)
  const { searchParams } = address
  searchParams.set('projectId', projectId)
  searchParams.set('chainId', chain ?? 'eip155:1')
  searchParams.set('version', messagesVersion)
  searchParams.set('enableLogger', String(enableLogger))
  if (rpcUrl) searchParams.set('rpcUrl', rpcUrl)
  if (language) searchParams.set('lang', language)
  return address.href
}
