import type { AdapterFeatures } from '@latchkey/core'
import { base58, base64 } from '@scure/base'
import { invalidParams } from '../features/invalidParams.js'
import type { Rpc } from '../rpc/createRpc.js'
import { parseTransaction } from '../transaction/parseTransaction.js'
import { send } from './send.js'

type Request = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/** Longer than any transaction in either encoding. */
const most = 2_000

/** Sends a signed transaction that is given as nodes take it: as base64 or base58. Throws `INVALID_PARAMS` for others. */
export async function broadcast(rpc: Rpc, { network, signed, signal }: Request): Promise<string> {
  const texts = typeof signed === 'string' && signed.length <= most ? [signed] : []
  // a text may be both, but only one of them a transaction
  const [bytes] = texts
    .flatMap((text) => [decode(base64, text), decode(base58, text)])
    .filter((candidate) => candidate && parseTransaction(candidate))
  if (!bytes) throw invalidParams('signed is no transaction as base64 or base58.')
  return send(rpc, { network, signed: bytes, signal })
}

function decode(coder: typeof base64, text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null // other characters, or a length that it never has
  }
}
