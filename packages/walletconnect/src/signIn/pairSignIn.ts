import { type Env, notifyListeners, type PairingSignIn } from '@latchkey/core'
import { AuthChainsNotSupportedError, InvalidWalletReplyError, waitFor } from '@latchkey/core/plugin'
import type { Paired, PairSignIn } from '../pairing/pair.js'
import type { Proposal } from '../pairing/proposal.js'
import { pairingLimits } from '../pairing/propose.js'
import { assertAuthChains, toAuthPayload } from './authPayload.js'
import type { SignIns } from './signIns.js'
import { pickSessions } from './siwxSessions.js'

export type PairSignInRequest = {
  readonly signIn: PairingSignIn
  readonly proposal: Proposal
  readonly env: Env
  readonly warn: (cause: unknown) => void
  readonly request: SignIns['request']
}

/**
 * How a pairing requests a sign-in. If that is impossible, the developer gets a warning (`AUTH_CHAINS_NOT_SUPPORTED`,
 * `MULTI_NAMESPACE_REQUEST`, `INVALID_PARAMS`, or the error of creating the message), and the user connects without it and is
 * asked afterwards. [S4.25] [S5.21]
 */
export function toPairSignIn({ signIn, proposal, env, warn, request }: PairSignInRequest): PairSignIn | undefined {
  const { chainIds } = signIn
  const namespaces = Object.keys(proposal)
  try {
    assertAuthChains(chainIds)
    // a session that is created by signing has a single namespace
    if (namespaces.length > 1)
      throw new AuthChainsNotSupportedError({ details: `The pairing is for ${namespaces.join(', ')}.` })
  } catch (cause) {
    warn(cause)
    return undefined
  }
  return {
    request,
    async createPayload(signal) {
      try {
        const message = await waitFor(signIn.createMessage(), { env, signal, timeout: pairingLimits.message })
        return toAuthPayload({ message, chainIds, methods: proposal['eip155']?.methods ?? [], now: env.now() })
      } catch (cause) {
        if (!signal.aborted) warn(cause)
        return undefined
      }
    },
  }
}

export type ReportSignedOptions = {
  readonly signIn: PairingSignIn
  readonly warn: (cause: unknown) => void
}

/** Reports the sign-ins that match the request to the app, and warns the developer about others. */
export function reportSigned({ cacaos, asked }: Paired, { signIn, warn }: ReportSignedOptions): void {
  if (cacaos.length === 0 || !asked) return
  const { sessions, dropped } = pickSessions(cacaos, asked)
  if (dropped > 0)
    warn(new InvalidWalletReplyError({ details: `${dropped} of ${cacaos.length} sign-ins don't match the request.` }))
  if (sessions.length > 0) notifyListeners([signIn.onSigned], sessions, warn)
}
