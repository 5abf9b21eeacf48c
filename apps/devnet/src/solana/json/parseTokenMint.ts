import { base58 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import { tokenPrograms } from './tokenPrograms.js'

/** A kind of token. */
export type TokenMint = {
  readonly mintAuthority: string | null
  readonly supply: bigint
  readonly decimals: number
  readonly isInitialized: boolean
  readonly freezeAuthority: string | null
}

const length = 82
/** Where Token-2022 says what an account with extensions is, and what it says of mints. */
const kindAt = 165
const mintKind = 1

/** Reads the layout of SPL mints; null for every other account. */
export function parseTokenMint({ data: bytes, programAddress }: EncodedAccount): TokenMint | null {
  if (!(programAddress in tokenPrograms)) return null
  if (bytes.length !== length && bytes[kindAt] !== mintKind) return null
  const data = Buffer.from(bytes)
  const authority = (at: number): string | null =>
    data.readUInt32LE(at) === 1 ? base58.encode(data.subarray(at + 4, at + 36)) : null
  return {
    mintAuthority: authority(0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    isInitialized: data[45] === 1,
    freezeAuthority: authority(46),
  }
}
