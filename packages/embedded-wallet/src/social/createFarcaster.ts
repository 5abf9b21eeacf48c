import { isLatchkeyError } from '@latchkey/core'
import { FarcasterFailedError, pause } from '@latchkey/core/plugin'
import type { LoginFeatures } from '../wallet.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type Farcaster = {
  readonly startFarcaster: LoginFeatures['farcaster:start']
  readonly waitForFarcaster: LoginFeatures['farcaster:wait']
}

/** Login with Farcaster on the user's phone. */
export function createFarcaster({ client, context, login }: SocialOptions): Farcaster {
  const { env, warn } = context
  let reloading: Promise<void> | undefined

  /** Reloads the frame, so that it forgets the link. */
  const reload = async (): Promise<void> => {
    try {
      await pause(env, socialTimeouts.reload, context.signal)
      // somebody has logged in meanwhile, in another way or with the link after all
      if (!login.isIn()) await client.call('RELOAD', undefined, context)
    } catch (cause) {
      if (!context.signal.aborted) warn(cause)
    } finally {
      reloading = undefined
    }
  }
  const attempt = async <reply>(signal: AbortSignal, request: () => Promise<reply>): Promise<reply> => {
    signal.throwIfAborted()
    const isReloading = reloading !== undefined
    await reloading
    await client.open(signal)
    try {
      const reply = await request().catch(async (cause: unknown) => {
        if (!isReloading || signal.aborted || !isLost(cause)) throw cause
        // the request was lost when the document reloaded
        await client.open(signal)
        return request()
      })
      signal.throwIfAborted()
      return reply
    } catch (cause) {
      if (!signal.aborted) throw toFarcasterError(cause)
      reloading ??= reload()
      throw signal.reason
    }
  }
  return {
    startFarcaster: ({ signal }) => attempt(signal, () => client.call('GET_FARCASTER_URI', undefined, { signal })),
    waitForFarcaster: ({ signal }) =>
      attempt(signal, async () => {
        await client.call('CONNECT_FARCASTER', undefined, { signal, timeout: socialTimeouts.login })
        login.begin('farcaster')
      }),
  }
}

const isLost = (cause: unknown): boolean => isLatchkeyError(cause) && cause.code === 'REQUEST_ABORTED'

/** Converts an error of the frame to a failed login with its message; leaves other errors as they are. [S8.7] */
function toFarcasterError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new FarcasterFailedError({ cause, details: cause.shortMessage })
}
