import { type Hex, hexToString, isAddress, isHex } from 'viem'
import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { safeText } from './safeText.js'
import { signerOf } from './signerOf.js'

/**
 * `personal_sign` (EIP-191 version 0x45): bytes as hex, or a text, then the address. Sites mix up the two parameters,
 * so the wallet tells them apart where it can, as others do.
 */
export async function personalSign(context: WalletContext, call: WalletCall): Promise<Hex> {
  const [first, second] = Array.isArray(call.params) ? (call.params as readonly unknown[]) : []
  if (typeof first !== 'string' || typeof second !== 'string') {
    throw createRpcError(-32_602, 'Expected a message and an address.')
  }
  const [message, address] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
  const signer = signerOf(context, address)
  const text = isHex(message) ? hexToString(message) : message
  await call.ask('sign', `Sign the message “${safeText(text)}”`)
  return signer.signMessage({ message: isHex(message) ? { raw: message } : message })
}
