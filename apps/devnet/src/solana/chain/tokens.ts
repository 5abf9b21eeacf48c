import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { address, getAddressEncoder, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { solanaDevKeypair } from '../devKeypair.js'
import { solanaDevAccountCount, solanaTokenBalance, solanaTokens } from '../network.js'

/** Creates the local tokens and a balance for each development account on a new chain. */
export function installTokens(svm: LiteSVM): void {
  for (const { address: mint, decimals } of Object.values(solanaTokens)) {
    putTokenAccount(svm, mint, toMintBytes(decimals))
    const amount = solanaTokenBalance * 10n ** BigInt(decimals)
    for (let index = 0; index < solanaDevAccountCount; index++)
      giveTokens(svm, { mint, owner: solanaDevKeypair(index).address, amount })
  }
}

/** Encodes a mint: an optional authority, the supply, the decimals, the initialized flag; no freeze authority. */
function toMintBytes(decimals: number): Uint8Array {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(getAddressEncoder().encode(address(solanaDevKeypair(0).address)), 4)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return new Uint8Array(data)
}

/** Offsets of the supply in a mint, and of the amount in a token account. */
const supplyAt = 36

const amountAt = 64

type Gift = {
  readonly mint: string
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Mints tokens to the owner's associated account. Throws for an unknown mint. */
export function giveTokens(svm: LiteSVM, { mint, owner, amount }: Gift): void {
  const kind = svm.getAccount(address(mint))
  if (!kind.exists || kind.programAddress !== tokenProgram) throw new Error(`Unknown token ${mint}.`)
  putTokenAccount(svm, mint, add(kind.data, supplyAt, amount))

  const holding = toAssociatedAddress(owner, mint)
  const found = svm.getAccount(address(holding))
  putTokenAccount(svm, holding, add(found.exists ? found.data : toHoldingBytes(mint, owner), amountAt, amount))
}

/** Encodes a token account: mint, owner, a zero amount, the initialized state; no delegate. */
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

/** The SPL token program. */
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** Creates or updates a rent-exempt account of the token program. */
function putTokenAccount(svm: LiteSVM, at: string, data: Uint8Array): void {
  const space = BigInt(data.length)
  svm.setAccount({
    address: address(at),
    data,
    space,
    programAddress: address(tokenProgram),
    executable: false,
    lamports: lamports(svm.minimumBalanceForRentExemption(space)),
  })
}

const associatedProgram = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Derives the associated token account of an owner. */
function toAssociatedAddress(owner: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((part) => base58.decode(part))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const part of [...seeds, Uint8Array.of(bump), associatedProgram]) hash.update(part)
    const bytes = new Uint8Array(hash.update('ProgramDerivedAddress').digest())
    if (!isPublicKey(bytes)) return base58.encode(bytes)
  }
  throw new Error('Deriving an address failed.')
}

function isPublicKey(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false // not on the curve
  }
}
