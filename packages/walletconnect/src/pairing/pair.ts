import { type Env, isLatchkeyError, isRecord, type LatchkeyError, type PairingCode } from '@latchkey/core'
import { ChainsNotSupportedError, PairingExpiredError, pause } from '@latchkey/core/plugin'
import { readClockLag, toClockError } from '../client/clock.js'
import type { OpenClient } from '../client/openClient.js'
import { type Wake, watchWake } from '../client/watchWake.js'
import { isReply, toWalletError } from '../session/sendRequest.js'
import type { ApprovedSession, Expected } from '../session/sessions.js'
import type { AuthPayload } from '../signIn/authPayload.js'
import type { SignIns } from '../signIn/signIns.js'
import type { Proposal } from './proposal.js'
import { pairingLimits, propose } from './propose.js'

export type PairOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly proposal: Proposal
  /** Requests a sign-in with each code, if its message can be created. */
  readonly signIn?: PairSignIn | undefined
  readonly onCode: (code: PairingCode) => void
  readonly signal: AbortSignal
  /** Sets the only code whose approval counts from now on; undefined for none. */
  readonly expect: (expected: Expected | undefined) => void
}

export type PairSignIn = {
  /** Creates a new message to sign; undefined if that fails. Never rejects. */
  readonly createPayload: (signal: AbortSignal) => Promise<AuthPayload | undefined>
  readonly request: SignIns['request']
}

/** The session that a wallet approved, and the sign-in that it was asked to sign. */
export type Paired = ApprovedSession & { readonly asked: AuthPayload | undefined }

/**
 * Shows codes until a wallet approves one. A code is replaced before it counts as expired [S9.14] and is invalid from then
 * on: a late approval is ended by `Sessions`. After a sleep of the device, the wall clock counts, not the timers.
 *
 * A clock that is so slow that wallets find each code expired ends it with `SESSION_EXPIRED`, and so does a wrong clock where
 * the relay can't be reached.
 *
 * Throws the wallet's error, `PAIRING_EXPIRED` if the last code expired and no new one could be created, the relay's error if
 * there was no code yet, or the signal's reason.
 */
export async function pair(options: PairOptions): Promise<Paired> {
  const { env, open, proposal, signIn, onCode, signal, expect } = options
  const ended = new AbortController()
  let code: PairingCode | undefined
  let cancel: (() => void) | undefined
  let cancelCheck: (() => void) | undefined
  let isRenewing = false

  const isExpiring = (): boolean => !code || code.expiresAt - env.now() < pairingLimits.margin

  return new Promise<Paired>((resolve, reject) => {
    const finish = (run: () => void): void => {
      if (ended.signal.aborted) return
      ended.abort()
      cancel?.()
      cancelCheck?.()
      stop()
      signal.removeEventListener('abort', onAbort)
      expect(undefined)
      run()
    }
    const onAbort = (): void => finish(() => reject(signal.reason))

    const show = async (): Promise<void> => {
      const creating = signIn?.createPayload(ended.signal)
      const { uri: plain, topic, refused } = await propose({ env, open, proposal, signal: ended.signal })
      const asked = await creating
      const uri = (asked && (await signIn?.request({ topic, payload: asked, signal: ended.signal }))) ?? plain
      if (ended.signal.aborted) return
      const shown = { uri, expiresAt: env.now() + pairingLimits.expiry }
      code = shown
      const onRefused = (cause: unknown): void => finish(() => reject(toRefusal(cause)))
      expect({ topic, onSession: (session) => finish(() => resolve({ ...session, asked })), onRefused })
      refused.catch((cause: unknown) => {
        if (code !== shown) return
        if (isReply(cause) && !isExpiry(cause)) onRefused(cause)
        else void renew()
      })
      cancel?.()
      cancel = env.setTimeout(() => void renew(), pairingLimits.expiry - pairingLimits.margin - pairingLimits.ahead)
      cancelCheck ??= env.setTimeout(() => void checkClock(), pairingLimits.doubt)
      onCode(shown)
    }

    const checkClock = async (): Promise<void> => {
      const lag = (await readClockLag(env, ended.signal)) ?? 0
      if (lag >= pairingLimits.expiry) finish(() => reject(toClockError(lag)))
    }
    /** A relay that refuses a token for its times looks like one that can't be reached. */
    const failFirst = async (cause: unknown): Promise<void> => {
      const isUnreachable = isLatchkeyError(cause) && cause.code === 'RELAY_UNREACHABLE'
      const lag = (isUnreachable && (await readClockLag(env, ended.signal))) || 0
      finish(() => reject(Math.abs(lag) >= pairingLimits.expiry ? toClockError(lag, cause) : cause))
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
            if (!code) await failFirst(cause)
            else if (code.expiresAt <= env.now()) finish(() => reject(toExpired(cause)))
            else await pause(env, pairingLimits.retry, ended.signal)
          }
        }
      } catch {
        return // ended during the pause
      } finally {
        isRenewing = false
      }
    }

    const onWake = async ({ isStale }: Wake): Promise<void> => {
      // over a dead socket, a code would not reach the relay
      await open.reopen(isStale).catch(() => undefined)
      if (isExpiring()) await renew()
    }
    const stop = watchWake({ env, onPulse: open.onPulse }, (wake) => void onWake(wake))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else void renew()
  })
}

/** The error of a refused proposal. A proposal can't add a chain that the wallet doesn't know. */
function toRefusal(cause: unknown): LatchkeyError {
  const error = toWalletError(cause)
  return error.code === 'CHAIN_UNRECOGNIZED' ? new ChainsNotSupportedError({ cause, details: error.details }) : error
}

function toExpired(cause: unknown): PairingExpiredError {
  const details = cause instanceof Error ? cause.message : undefined
  return new PairingExpiredError({ cause, details })
}

/** Whether the client's proposal expired. */
function isExpiry(cause: unknown): boolean {
  return isRecord(cause) && cause['code'] === 0
}
