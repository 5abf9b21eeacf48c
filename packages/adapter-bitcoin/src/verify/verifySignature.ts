import type { SignatureClaim, SignatureVerdict } from '@latchkey/core'
import { base64 } from '@scure/base'
import { isOfNetwork } from '../address/networkIds.js'
import { parseAddress } from '../address/parseAddress.js'
import { verifyMessage } from '../message/verifyMessage.js'

/** A witness of a single key, or a recoverable signature, is far shorter; what is longer is not even decoded. */
const most = 1_000

/**
 * Whether a signature is the address's own of a text, and the address one of the network: BIP-322 simple or BIP-137, base64.
 * Nobody is asked; nothing throws but the signal.
 */
export async function verifySignature(claim: SignatureClaim): Promise<SignatureVerdict> {
  const { network, address, message, signal } = claim
  signal.throwIfAborted()
  const lock = parseAddress(address)
  const signature = parseSignature(claim.signature)
  const isOfText = typeof message === 'string' && !/\p{Surrogate}/u.test(message)
  if (!lock || !signature || !isOfText || network.chainNamespace !== 'bip122') return { isValid: false }
  if (!isOfNetwork(lock.family, network.caipNetworkId)) return { isValid: false }
  const isValid = verifyMessage({ address, message: new TextEncoder().encode(message), signature })
  return isValid ? { isValid, by: 'key' } : { isValid }
}

function parseSignature(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length > most) return null
  try {
    return base64.decode(text)
  } catch {
    return null // other characters, or no whole bytes
  }
}
