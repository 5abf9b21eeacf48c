import type { FactorKind, FactorProof, FactorUse } from '../../protocol/factor.js'
import type { PasskeyOptions } from '../../protocol/passkey.js'
import { VaultError } from '../errors.js'
import type { Session } from '../session/session.js'

export type FactorQuestion<result> = {
  readonly kinds: readonly FactorKind[]
  /** Starts the ceremony in which a passkey is the second factor of this call. */
  readonly startPasskey: () => Promise<PasskeyOptions>
  /** Sends the user's input. If it is wrong, the prompt stays and shows the message; any other outcome ends it. */
  readonly send: (proof: FactorProof) => Promise<result>
  readonly signal: AbortSignal
}

/** Asks the user for their second factor. The app never sees it. Rejects with 4001 if they cancel, and with the signal's reason. */
export type FactorPrompt = <result>(question: FactorQuestion<result>) => Promise<result>

export type FactorCall<result> = {
  readonly ask: FactorPrompt
  readonly session: Pick<Session, 'call'>
  /** The call that takes the second factor. */
  readonly use: FactorUse
  readonly signal: AbortSignal
  /** Without the second factor first. */
  readonly send: (proof?: FactorProof) => Promise<result>
}

/** Sends a call, again with the user's second factor if it takes one. */
export async function withFactor<result>({ ask, session, use, signal, send }: FactorCall<result>): Promise<result> {
  try {
    return await send()
  } catch (cause) {
    if (!isFactorNeeded(cause)) throw cause
    const startPasskey = async (): Promise<PasskeyOptions> =>
      (await session.call('factors.passkey', use, { signal })).options
    return ask({ kinds: cause.factors ?? [], startPasskey, send, signal })
  }
}

export function isFactorNeeded(cause: unknown): cause is VaultError {
  return cause instanceof VaultError && cause.code === 'FACTOR_NEEDED'
}

/** Whether the second factor was wrong or refused, so that the user may try again; not a code of their mailbox in the same call. */
export function isFactorWrong(cause: unknown): cause is VaultError {
  return cause instanceof VaultError && cause.factors !== undefined
}
