import { PublicKey } from '@solana/web3.js'
import { programs } from '../transaction/programs.js'
import type { Mint } from './readMint.js'

/** Where an owner's tokens of a mint are, unless the owner wants it otherwise: its associated token account. */
export function toTokenAccount(owner: string, address: string, { program }: Mint): string {
  const seeds = [owner, program, address].map((key) => new PublicKey(key).toBytes())
  const [account] = PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.tokenAccounts))
  return account.toBase58()
}
