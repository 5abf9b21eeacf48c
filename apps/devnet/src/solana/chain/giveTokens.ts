import { address, getAddressEncoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { layTokenAccount, tokenProgram } from './layTokenAccount.js'
import { toAssociatedAddress } from './toAssociatedAddress.js'

/** Where the layouts say how many tokens there are: all of a kind, and those of a holding. */
const supplyAt = 36
const amountAt = 64

export type Gift = {
  readonly mint: string
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Makes tokens out of nothing, at the owner's associated address. Throws where there is no such mint. */
export function giveTokens(svm: LiteSVM, { mint, owner, amount }: Gift): void {
  const kind = svm.getAccount(address(mint))
  if (!kind.exists || kind.programAddress !== tokenProgram) throw new Error(`There is no token ${mint}.`)
  layTokenAccount(svm, mint, add(kind.data, supplyAt, amount))

  const holding = toAssociatedAddress(owner, mint)
  const found = svm.getAccount(address(holding))
  layTokenAccount(svm, holding, add(found.exists ? found.data : toHoldingBytes(mint, owner), amountAt, amount))
}

/** The layout of a holding: mint, owner, an amount of zero, and that it is in use; no delegate. */
function toHoldingBytes(mint: string, owner: string): Uint8Array {
  const data = new Uint8Array(165)
  data.set(getAddressEncoder().encode(address(mint)), 0)
  data.set(getAddressEncoder().encode(address(owner)), 32)
  data[108] = 1
  return data
}

function add(bytes: Uint8Array, at: number, amount: bigint): Uint8Array {
  const data = Buffer.from(bytes)
  data.writeBigUInt64LE(data.readBigUInt64LE(at) + amount, at)
  return new Uint8Array(data)
}
