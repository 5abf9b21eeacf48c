import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Address, bytesToHex, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { readPrintedCode } from '../../encoding/printedCode.js'

/** Separates this key from the other uses of a printed code. */
const info = new TextEncoder().encode('latchkey/self-custody recovery/1')

export type RecoveryKey = { readonly privateKey: Hex; readonly address: Address }

/**
 * Derives the key of a recovery code, an owner of the account: 48 bytes by HKDF-SHA-256, reduced to a secp256k1 scalar, which leaves no bias.
 * [RFC 5869] [FIPS 186-5 A.2.1] Neither the code nor the key leaves the page. Throws if the code is invalid.
 */
export async function toRecoveryKey(printed: string): Promise<RecoveryKey> {
  const secret = await crypto.subtle.importKey('raw', readPrintedCode(printed), 'HKDF', false, ['deriveBits'])
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  const seed = new Uint8Array(await crypto.subtle.deriveBits(params, secret, 384))
  const privateKey = bytesToHex(secp256k1.utils.randomSecretKey(seed))
  return { privateKey, address: privateKeyToAddress(privateKey) }
}
