import type { FactorKind, FactorProof } from '../../protocol/factor.js'
import { VaultError } from '../errors.js'

export type FactorQuestion<result> = {
  readonly kinds: readonly FactorKind[]
  /** Sends what the user entered. The prompt stays, with the message, if it was wrong; it ends with any other outcome. */
  readonly send: (proof: FactorProof) => Promise<result>
  readonly signal: AbortSignal
}

/** Asks the user for their second factor. The app never sees it. Rejects with 4001 if they cancel, and with the signal's reason. */
export type FactorPrompt = <result>(question: FactorQuestion<result>) => Promise<result>

/** Sends a call, again with the user's second factor if it takes one. */
export async function withFactor<result>(
  ask: FactorPrompt,
  send: (proof?: FactorProof) => Promise<result>,
  { signal }: { readonly signal: AbortSignal },
): Promise<result> {
  try {
    return await send()
  } catch (cause) {
    if (!isFactorNeeded(cause)) throw cause
    return ask({ kinds: cause.factors ?? [], send, signal })
  }
}

export function isFactorNeeded(cause: unknown): cause is VaultError {
  return cause instanceof VaultError && cause.code === 'FACTOR_NEEDED'
}

/** Whether the second factor was wrong, so that the user may try again; not a code of their mailbox in the same call. */
export function isFactorWrong(cause: unknown): cause is VaultError {
  return cause instanceof VaultError && cause.factors !== undefined
}
