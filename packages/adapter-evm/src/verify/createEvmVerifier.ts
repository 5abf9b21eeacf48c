import { isRecord, type VerifySignature } from '@latchkey/core'
import { createEnv } from '@latchkey/core/plugin'
import { createRpc } from '../rpc/createRpc.js'
import { verifySignature } from './verifySignature.js'

export type EvmVerifierOptions = {
  /** How nodes are asked. `globalThis.fetch` unless told. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Lets go of the nodes when it aborts: what is under way rejects. */
  readonly signal?: AbortSignal | undefined
}

export type EvmVerifier = { readonly namespace: 'eip155'; readonly verify: VerifySignature }

/**
 * Checks sign-ins with EVM wallets, on servers: keys, and contracts (ERC-1271, ERC-6492) by the nodes of the network that is
 * asked about.
 *
 * @example
 * const { verify } = createEvmVerifier()
 * const verdict = await verify({ network, address, message, signature, signal })
 */
export function createEvmVerifier({ fetch, signal }: EvmVerifierOptions = {}): EvmVerifier {
  const env = createEnv({ setTimeout: wait, ...(fetch && { fetch }) })
  const rpc = createRpc({
    env,
    signal: signal ?? new AbortController().signal,
    warn: () => undefined, // nobody measures what fails here but the next request
  })
  return { namespace: 'eip155', verify: (claim) => verifySignature(rpc, env, claim) }
}

/** A process that has nothing else to do does not live on to measure nodes. */
function wait(run: () => void, ms: number): () => void {
  const timer: unknown = setTimeout(run, ms)
  if (isRecord(timer) && typeof timer['unref'] === 'function') timer['unref']()
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
}
