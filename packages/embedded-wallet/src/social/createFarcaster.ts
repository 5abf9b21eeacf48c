import { isLatchkeyError } from '@latchkey/core'
import { FarcasterFailedError } from '@latchkey/core/plugin'
import type { BeginLogin } from '../login/createLogin.js'
import type { LoginFeatures } from '../wallet.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type Farcaster = {
  readonly startFarcaster: LoginFeatures['farcaster:start']
  waitForFarcaster(request: { readonly signal: AbortSignal; readonly begin: BeginLogin }): Promise<void>
}

/** Login with Farcaster on the user's phone. */
export function createFarcaster({ client, login }: SocialOptions): Farcaster {
  const attempt = async <reply>(signal: AbortSignal, request: () => Promise<reply>): Promise<reply> => {
    signal.throwIfAborted()
    await client.open(signal)
    try {
      const reply = await request()
      signal.throwIfAborted()
      return reply
    } catch (cause) {
      if (!signal.aborted) throw toFarcasterError(cause)
      // the frame has to forget the link, unless the user has logged in meanwhile, in another way or with the link after all
      client.reload(() => !login.isIn())
      throw signal.reason
    }
  }
  return {
    startFarcaster: ({ signal }) => attempt(signal, () => client.call('GET_FARCASTER_URI', undefined, { signal })),
    waitForFarcaster: ({ signal, begin }) =>
      attempt(signal, async () => {
        await client.call('CONNECT_FARCASTER', undefined, { signal, timeout: socialTimeouts.login })
        begin('farcaster')
      }),
  }
}

/** Converts an error of the frame to a failed login with its message; leaves other errors as they are. [S8.7] */
function toFarcasterError(cause: unknown): unknown {
  if (!isLatchkeyError(cause) || cause.code !== 'FRAME_FAILED') return cause
  return new FarcasterFailedError({ cause, details: cause.shortMessage })
}
