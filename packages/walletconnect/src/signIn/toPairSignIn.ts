import type { Env, PairingSignIn } from '@latchkey/core'
import { AuthChainsNotSupportedError, waitFor } from '@latchkey/core/plugin'
import type { PairSignIn } from '../pairing/pair.js'
import { pairingLimits } from '../pairing/pairingLimits.js'
import type { Proposal } from '../pairing/toProposal.js'
import { assertAuthChains } from './assertAuthChains.js'
import type { SignIns } from './createSignIns.js'
import { toAuthPayload } from './toAuthPayload.js'

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
