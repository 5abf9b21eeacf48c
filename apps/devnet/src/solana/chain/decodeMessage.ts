import { getCompiledTransactionMessageDecoder } from '@solana/kit'
import { SolanaRpcError } from '../SolanaRpcError.js'

type AnyMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** Legacy or version 0: what the network accepts today. */
export type CompiledMessage = Exclude<AnyMessage, { readonly version: 1 }>

/** Throws what a node says of bytes that are no message. */
export function decodeMessage(bytes: ArrayLike<number>): CompiledMessage {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(Uint8Array.from(bytes))
    if (message.version === 1) throw new Error('version 1 is not supported')
    return message
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SolanaRpcError(`failed to deserialize solana_message::versions::VersionedMessage: ${why}`, {
      cause: error,
    })
  }
}
