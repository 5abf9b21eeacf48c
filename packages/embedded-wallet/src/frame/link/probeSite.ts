import type { Env } from '@latchkey/core'
import { frameTimeouts } from '../frameClient.js'

type ProbeOptions = {
  readonly env: Env
  readonly window: Window & typeof globalThis
  readonly url: string
  /** Called if nothing answers at the URL. */
  readonly onUnreachable: () => void
}

/**
 * Asks, after a moment, whether anything answers at the frame's URL: a page can't see whether its frame shows a site that is slow, or
 * the browser's error page. Where the page's content security policy doesn't allow the request, the answer is unknown, and nothing
 * happens. Returns a function that ends the probe, which otherwise may wait as long as the browser does.
 */
export function probeSite({ env, window, url, onUnreachable }: ProbeOptions): () => void {
  const { document } = window
  const ended = new AbortController()
  const { signal } = ended
  let isRefused = false
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === new URL(url).origin) isRefused = true
  }
  let cancel = env.setTimeout(() => void ask(), frameTimeouts.silence)
  const ask = async (): Promise<void> => {
    document.addEventListener('securitypolicyviolation', onViolation, { signal })
    try {
      await env.fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    } catch {
      // the browser reports a refusal by the policy in a later task
      if (!signal.aborted) cancel = env.setTimeout(() => isRefused || onUnreachable(), frameTimeouts.refusal)
    }
  }
  return () => {
    cancel()
    ended.abort()
  }
}
