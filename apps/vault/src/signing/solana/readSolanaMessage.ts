import { isRecord } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { assertPlainText, readMessage } from '../message/readMessage.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseBase58 } from './bytes.js'
import { parseSolanaMessage, parseSolanaTransaction } from './parseSolanaTransaction.js'

/** Max bytes of a message, as decoding base58 is quadratic. */
const maxMessageSize = 2_048

/**
 * solana_signMessage: `{ message, pubkey }`, both base58. Solana messages have no prefix of their own, so bytes that a node could take for
 * a transaction are rejected, as is everything that is neither text nor in the off-chain message format.
 */
export function readSolanaMessage(request: MethodRequest): Reading {
  const { params, account } = request
  if (!isRecord(params)) throw new InvalidRequestError('solana_signMessage takes { message, pubkey }')
  if (params['pubkey'] !== account) throw new InvalidRequestError('pubkey is not the connected account')
  const bytes = parseBase58(params['message'], maxMessageSize)
  if (bytes === null) throw new InvalidRequestError(`message is not base58, or has more than ${maxMessageSize} bytes`)
  if (isTransactionLike(bytes)) throw new InvalidRequestError('This message is a transaction', { code: 4200 })
  if (!isOffChain(bytes)) assertPlainText(bytes)
  return {
    params: { message: base58.encode(bytes), pubkey: account },
    summary: readMessage(bytes, request),
    sign: async (keys) => ({ signature: base58.encode(ed25519.sign(bytes, keys.solana)) }),
  }
}

/** Starts with the off-chain message prefix, which neither transactions nor texts start with. */
function isOffChain(bytes: Uint8Array): boolean {
  const mark = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')])
  return mark.equals(bytes.subarray(0, mark.length))
}

/**
 * Versioned messages start with 0x80 or higher, and no text does below 0xc2: all of these are rejected, as future versions are unknown. The
 * legacy form has no marker, so anything that parses as one is rejected.
 */
function isTransactionLike(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  const isVersioned = first >= 0x80 && first < 0xc2
  return isVersioned || parseSolanaMessage(bytes) !== null || parseSolanaTransaction(bytes) !== null
}
