import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { tokenProgram } from './layTokenAccount.js'

const associatedProgram = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Where wallets look for what an owner has of a token: an address that no key has. */
export function toAssociatedAddress(owner: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((part) => base58.decode(part))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const part of [...seeds, Uint8Array.of(bump), associatedProgram]) hash.update(part)
    const bytes = new Uint8Array(hash.update('ProgramDerivedAddress').digest())
    if (!isPublicKey(bytes)) return base58.encode(bytes)
  }
  throw new Error('No address could be derived.')
}

function isPublicKey(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false // no point of the curve
  }
}
