import type { EvmContext } from './evmContext.js'
import { parseEvmParams } from './parseEvmParams.js'
import { readReply } from './readReply.js'
import { type Bundle, listRequired } from './smart/parseBundle.js'

export type EvmRequest = {
  /** As the frame is given them. */
  readonly params: readonly unknown[]
  /** What the wallet has to know of, or must not do it: capabilities by name. [EIP-5792] */
  readonly required: readonly string[]
  /** The answer as the app gets it. Throws `INVALID_WALLET_REPLY`. */
  readReply(reply: unknown): unknown
}

/** Reads a request of EVM before anybody is asked, and its answer before anybody is told. Loaded with the first of them. */
export function readEvmCall(
  { method, params: given }: { readonly method: string; readonly params?: unknown },
  context: EvmContext,
): EvmRequest {
  const params = parseEvmParams(method, given, context)
  return {
    params,
    required: method === 'wallet_sendCalls' ? listRequired(params[0] as Bundle) : [],
    readReply: (reply) => readReply(method, reply, params),
  }
}
