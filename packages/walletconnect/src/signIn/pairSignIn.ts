import { type Env, type PairingSignIn, tell } from '@latchkey/core'
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
  readonly ask: SignIns['ask']
}

/**
 * How a pairing asks for a sign-in. What cannot be asked for does not keep the visitor from connecting: it is told to the
 * developer (`AUTH_CHAINS_NOT_SUPPORTED`, `MULTI_NAMESPACE_REQUEST`, `INVALID_PARAMS`, or what kept the message from being
 * made), and whoever connected is asked later. [S4.25] [S5.21]
 */
export function toPairSignIn({ signIn, proposal, env, warn, ask }: PairSignInRequest): PairSignIn | undefined {
  const { chainIds } = signIn
  const families = Object.keys(proposal)
  try {
    assertAuthChains(chainIds)
    // a session that is made by signing has no other
    if (families.length > 1)
      throw new AuthChainsNotSupportedError({ details: `The pairing is for ${families.join(', ')}.` })
  } catch (cause) {
    warn(cause)
    return undefined
  }
  return {
    ask,
    async createPayload(signal) {
      try {
        const message = await waitFor(signIn.createMessage(), { env, signal, deadline: pairingLimits.message })
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

/** Hands over what the wallet signed, as far as it was asked for; the rest is told to the developer. */
export function reportSigned({ cacaos, asked }: Paired, { signIn, warn }: ReportSignedOptions): void {
  if (cacaos.length === 0 || !asked) return
  const { sessions, dropped } = pickSessions(cacaos, asked)
  if (dropped > 0)
    warn(
      new InvalidWalletReplyError({ details: `${dropped} of ${cacaos.length} sign-ins are not what was asked for.` }),
    )
  if (sessions.length > 0) tell([signIn.onSigned], sessions, warn)
}
