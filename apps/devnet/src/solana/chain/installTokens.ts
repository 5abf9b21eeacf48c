import { type Address, address, getAddressEncoder, getProgramDerivedAddress, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { solanaDevKeypair } from '../solanaDevKeypair.js'
import { solanaDevAccountCount } from '../solanaNetwork.js'
import { type SolanaToken, solanaTokenBalance, solanaTokens } from '../solanaTokens.js'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Lays the mint of every local token on a new chain, and a holding on each development account, at its associated address. */
export async function installTokens(svm: LiteSVM): Promise<void> {
  const owners = Array.from({ length: solanaDevAccountCount }, (_, index) => address(solanaDevKeypair(index).address))
  for (const token of Object.values(solanaTokens)) {
    const mint = address(token.address)
    lay(svm, mint, toMintBytes(token, owners))
    for (const owner of owners) lay(svm, await associatedAddress(owner, mint), toHoldingBytes(token, owner))
  }
}

async function associatedAddress(owner: Address, mint: Address): Promise<Address> {
  const seeds = [owner, tokenProgram, mint].map((part) => getAddressEncoder().encode(part))
  const [found] = await getProgramDerivedAddress({ programAddress: associatedProgram, seeds })
  return found
}

/** The layout of a mint: an optional authority, the supply, the decimals, whether it is in use; nobody may freeze. */
function toMintBytes({ decimals }: SolanaToken, owners: readonly Address[]): Buffer {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(getAddressEncoder().encode(address(solanaDevKeypair(0).address)), 4)
  data.writeBigUInt64LE(toAtomic(decimals) * BigInt(owners.length), 36)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return data
}

/** The layout of a holding: mint, owner, amount, and that it is in use; no delegate. */
function toHoldingBytes({ address: mint, decimals }: SolanaToken, owner: Address): Buffer {
  const data = Buffer.alloc(165)
  data.set(getAddressEncoder().encode(address(mint)), 0)
  data.set(getAddressEncoder().encode(owner), 32)
  data.writeBigUInt64LE(toAtomic(decimals), 64)
  data.writeUInt8(1, 108)
  return data
}

function toAtomic(decimals: number): bigint {
  return solanaTokenBalance * 10n ** BigInt(decimals)
}

function lay(svm: LiteSVM, at: Address, data: Buffer): void {
  svm.setAccount({
    address: at,
    data: new Uint8Array(data),
    lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
    programAddress: tokenProgram,
    executable: false,
    space: BigInt(data.length),
  })
}
