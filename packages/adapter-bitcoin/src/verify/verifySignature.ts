import type { SignatureClaim, SignatureVerdict, VerifySignature } from '@latchkey/core'
import { base64 } from '@scure/base'
import { parseAddress } from '../address.js'
import { isOfNetwork } from '../networks.js'
import { verifyMessage } from './verifyMessage.js'

export type BitcoinVerifier = { readonly namespace: 'bip122'; readonly verify: VerifySignature }

/**
 * Checks sign-ins with Bitcoin wallets, on servers: BIP-322 simple and BIP-137. No node is asked.
 *
 * @example
 * const { verify } = createBitcoinVerifier()
 * const verdict = await verify({ network: bitcoinMainnet, address, message, signature, signal })
 */
export function createBitcoinVerifier(): BitcoinVerifier {
  return { namespace: 'bip122', verify: verifySignature }
}

/** A witness of a single key, or a recoverable signature, is far shorter; what is longer is not even decoded. */
const maxLength = 1_000

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
  if (typeof text !== 'string' || text.length > maxLength) return null
  try {
    return base64.decode(text)
  } catch {
    return null // other characters, or no whole bytes
  }
}
