import { base58, base64 } from '@scure/base'
import { SolanaRpcError } from '../SolanaRpcError.js'

/** Reads a parameter that has to be bytes in one of the two encodings; throws what a node says. */
export function toBytes(value: unknown, encoding: unknown): Uint8Array {
  const codec = encoding === 'base64' ? base64 : encoding === 'base58' ? base58 : undefined
  if (!codec) throw new SolanaRpcError(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`)
  try {
    return codec.decode(String(value))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SolanaRpcError(`invalid ${String(encoding)} encoding: ${why}`, { cause: error })
  }
}
