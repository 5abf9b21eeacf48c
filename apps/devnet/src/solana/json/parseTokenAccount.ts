import { base58 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import { tokenPrograms } from './tokenPrograms.js'

/** One owner's holding of one token. */
export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegatedAmount: bigint
  readonly state: string
  readonly isNative: boolean
  readonly closeAuthority: string | undefined
}

const length = 165
/** Token-2022 puts the kind of an account behind the layout that it shares with its predecessor. */
const accountKind = 2

/** Reads the layout of SPL token accounts; null for every other account. */
export function parseTokenAccount({ data: bytes, programAddress }: EncodedAccount): TokenAccount | null {
  if (!(programAddress in tokenPrograms) || bytes.length < length) return null
  if (bytes.length > length && bytes[length] !== accountKind) return null
  const data = Buffer.from(bytes)
  const key = (at: number): string => base58.encode(data.subarray(at, at + 32))
  const state = ['uninitialized', 'initialized', 'frozen'][data[108] ?? 0] ?? 'uninitialized'
  return {
    mint: key(0),
    owner: key(32),
    amount: data.readBigUInt64LE(64),
    delegate: data.readUInt32LE(72) === 1 ? key(76) : undefined,
    state,
    isNative: data.readUInt32LE(109) === 1,
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: data.readUInt32LE(129) === 1 ? key(133) : undefined,
  }
}
