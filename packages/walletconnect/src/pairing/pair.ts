import type { Env, PairingCode } from '@latchkey/core'
import { PairingExpiredError, pause } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { type Wake, watchWake } from '../client/watchWake.js'
import { toWalletError } from '../session/sendRequest.js'
import type { Agreed, Expected } from '../session/sessions.js'
import type { AuthPayload } from '../signIn/authPayload.js'
import type { SignIns } from '../signIn/signIns.js'
import type { Proposal } from './proposal.js'
import { pairingLimits, propose } from './propose.js'

export type PairOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly proposal: Proposal
  /** Asks for a sign-in with each code, where its message can be made. */
  readonly signIn?: PairSignIn | undefined
  readonly onCode: (code: PairingCode) => void
  readonly signal: AbortSignal
  /** Names the one code whose approval counts from now on; undefined where none does. */
  readonly expect: (expected: Expected | undefined) => void
}

export type PairSignIn = {
  /** What to sign, made anew; undefined where that cannot be made now. Never rejects. */
  readonly createPayload: (signal: AbortSignal) => Promise<AuthPayload | undefined>
  readonly ask: SignIns['ask']
}

/** What a wallet agreed to, and what it was asked to sign. */
export type Paired = Agreed & { readonly asked: AuthPayload | undefined }

/**
 * Shows codes until a wallet approves one. Each has its successor before it counts as expired [S9.14], and is worth nothing
 * from then on: what is approved late is ended by whoever keeps the sessions. A page that slept is measured by the clock on
 * the wall, not by its timers.
 *
 * Throws what the wallet answers, `PAIRING_EXPIRED` where the last code has died and no new one could be made, what keeps
 * the relay from being reached before there was a first code, or the reason of the signal.
 */
export async function pair(options: PairOptions): Promise<Paired> {
  const { env, open, proposal, signIn, onCode, signal, expect } = options
  const ended = new AbortController()
  let code: PairingCode | undefined
  let cancel: (() => void) | undefined
  let isRenewing = false

  const isDying = (): boolean => !code || code.expiresAt - env.now() < pairingLimits.margin

  return new Promise<Paired>((resolve, reject) => {
    const finish = (run: () => void): void => {
      if (ended.signal.aborted) return
      ended.abort()
      cancel?.()
      stop()
      signal.removeEventListener('abort', onAbort)
      expect(undefined)
      run()
    }
    const onAbort = (): void => finish(() => reject(signal.reason))

    const show = async (): Promise<void> => {
      const making = signIn?.createPayload(ended.signal)
      const { uri: plain, topic, refused } = await propose({ env, open, proposal, signal: ended.signal })
      const asked = await making
      const uri = (asked && (await signIn?.ask({ topic, payload: asked, signal: ended.signal }))) ?? plain
      if (ended.signal.aborted) return
      const shown = { uri, expiresAt: env.now() + pairingLimits.expiry }
      code = shown
      const onRefused = (cause: unknown): void => finish(() => reject(toWalletError(cause)))
      expect({ topic, onSession: (agreed) => finish(() => resolve({ ...agreed, asked })), onRefused })
      refused.catch((cause: unknown) => {
        if (code !== shown) return
        // an answer of the wallet has a code above zero; else the client has let the proposal expire
        if (isAnswer(cause)) onRefused(cause)
        else void renew()
      })
      cancel?.()
      cancel = env.setTimeout(() => void renew(), pairingLimits.expiry - pairingLimits.margin - pairingLimits.ahead)
      onCode(shown)
    }

    const renew = async (): Promise<void> => {
      if (isRenewing || ended.signal.aborted) return
      isRenewing = true
      try {
        while (!ended.signal.aborted) {
          try {
            await show()
            return
          } catch (cause) {
            if (!code) finish(() => reject(cause))
            else if (code.expiresAt <= env.now()) finish(() => reject(toExpired(cause)))
            else await pause(env, pairingLimits.retry, ended.signal)
          }
        }
      } catch {
        return // ended while it paused
      } finally {
        isRenewing = false
      }
    }

    const onWake = async ({ isStale }: Wake): Promise<void> => {
      // over a socket that died in its sleep, a code would reach nobody
      await open.reopen(isStale).catch(() => undefined)
      if (isDying()) await renew()
    }
    const stop = watchWake({ env, onPulse: open.onPulse }, (wake) => void onWake(wake))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else void renew()
  })
}

function toExpired(cause: unknown): PairingExpiredError {
  const details = cause instanceof Error ? cause.message : undefined
  return new PairingExpiredError({ cause, details })
}

function isAnswer(cause: unknown): boolean {
  const code = typeof cause === 'object' && cause !== null ? (cause as { readonly code?: unknown }).code : undefined
  return typeof code === 'number' && code !== 0
}
