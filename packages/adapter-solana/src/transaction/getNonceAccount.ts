import type { SolanaMessage } from './parseTransaction.js'
import { programs } from './programs.js'

/** `AdvanceNonceAccount` of the system program, as it begins its data. */
const advanceNonce = [4, 0, 0, 0]

/** The account of the durable nonce that the transaction lives by, or null where it lives by a recent blockhash. */
export function getNonceAccount({ keys, instructions }: SolanaMessage): string | null {
  const [first] = instructions
  if (!first || keys[first.program] !== programs.system) return null
  const isAdvance = first.data.length === 4 && advanceNonce.every((byte, index) => first.data[index] === byte)
  return (isAdvance && keys[first.accounts[0] ?? -1]) || null
}
