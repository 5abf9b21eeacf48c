import { isLatchkeyError } from '@latchkey/core'
import { FarcasterFailedError, pause } from '@latchkey/core/plugin'
import type { LoginFeatures } from '../wallet.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type Farcaster = {
  readonly startFarcaster: LoginFeatures['farcaster:start']
  readonly waitForFarcaster: LoginFeatures['farcaster:wait']
}

/** A login on the phone that has Farcaster. */
export function createFarcaster({ client, context, login }: SocialOptions): Farcaster {
  const { env, warn } = context
  let leaving: Promise<void> | undefined

  /** The frame begins anew, and forgets the link. */
  const leave = async (): Promise<void> => {
    try {
      await pause(env, socialTimeouts.reload, context.signal)
      // somebody is logged in: by another way, or by the link after all
      if (!login.isIn()) await client.call('RELOAD', undefined, context)
    } catch (cause) {
      if (!context.signal.aborted) warn(cause)
    } finally {
      leaving = undefined
    }
  }
  const attempt = async <reply>(signal: AbortSignal, ask: () => Promise<reply>): Promise<reply> => {
    signal.throwIfAborted()
    const isAnew = leaving !== undefined
    await leaving
    await client.open(signal)
    try {
      const reply = await ask().catch(async (cause: unknown) => {
        if (!isAnew || signal.aborted || !isLost(cause)) throw cause
        // the document that was told to begin anew has gone with the question
        await client.open(signal)
        return ask()
      })
      signal.throwIfAborted()
      return reply
    } catch (cause) {
      if (!signal.aborted) throw toFarcasterError(cause)
      leaving ??= leave()
      throw signal.reason
    }
  }
  return {
    startFarcaster: ({ signal }) => attempt(signal, () => client.call('GET_FARCASTER_URI', undefined, { signal })),
    waitForFarcaster: ({ signal }) =>
      attempt(signal, async () => {
        await client.call('CONNECT_FARCASTER', undefined, { signal, limit: socialTimeouts.login })
        login.begin('farcaster')
      }),
  }
}

const isLost = (cause: unknown): boolean => isLatchkeyError(cause) && cause.code === 'REQUEST_ABORTED'

/** What the frame said no to is a login that failed, and why; all else is as it came. [S8.7] */
function toFarcasterError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new FarcasterFailedError({ cause, details: cause.shortMessage })
}
