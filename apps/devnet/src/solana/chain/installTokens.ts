import { address, getAddressEncoder } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { solanaDevKeypair } from '../solanaDevKeypair.js'
import { solanaDevAccountCount } from '../solanaNetwork.js'
import { solanaTokenBalance, solanaTokens } from '../solanaTokens.js'
import { giveTokens } from './giveTokens.js'
import { layTokenAccount } from './layTokenAccount.js'

/** Lays the mint of every local token on a new chain, and a holding on each development account. */
export function installTokens(svm: LiteSVM): void {
  for (const { address: mint, decimals } of Object.values(solanaTokens)) {
    layTokenAccount(svm, mint, toMintBytes(decimals))
    const amount = solanaTokenBalance * 10n ** BigInt(decimals)
    for (let index = 0; index < solanaDevAccountCount; index++)
      giveTokens(svm, { mint, owner: solanaDevKeypair(index).address, amount })
  }
}

/** The layout of a mint: an optional authority, the supply, the decimals, whether it is in use; nobody may freeze. */
function toMintBytes(decimals: number): Uint8Array {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.set(getAddressEncoder().encode(address(solanaDevKeypair(0).address)), 4)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return new Uint8Array(data)
}
