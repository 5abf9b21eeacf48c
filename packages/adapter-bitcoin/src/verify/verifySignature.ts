import type { SignatureClaim, SignatureVerdict, VerifySignature } from '@latchkey/core'
import { base64 } from '@scure/base'
import { parseAddress } from '../address.js'
import { type MessageSignature, splitSignature } from '../encoding.js'
import { isOfNetwork } from '../networks.js'
import { verifyMessage } from './verifyMessage.js'

export type BitcoinVerifier = { readonly namespace: 'bip122'; readonly verify: VerifySignature }

/**
 * Verifies sign-ins with Bitcoin wallets on servers (BIP-322 and BIP-137), without asking a node.
 *
 * @example
 * const { verify } = createBitcoinVerifier()
 * const verdict = await verify({ network: bitcoinMainnet, address, message, signature, signal })
 */
export function createBitcoinVerifier(): BitcoinVerifier {
  return { namespace: 'bip122', verify: verifySignature }
}

/** Characters; signatures of a single key are far shorter, and longer strings aren't decoded. */
const maxLength = 1_000

/**
 * Whether an address of the network signed a text (BIP-322 simple or full, or BIP-137, in base64). No node is asked. Rejects only with
 * the signal's reason.
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

function parseSignature(text: unknown): MessageSignature | null {
  if (typeof text !== 'string' || text.length > maxLength) return null
  const { prefix, rest } = splitSignature(text)
  try {
    return { prefix, bytes: base64.decode(rest) }
  } catch {
    return null // not base64
  }
}
