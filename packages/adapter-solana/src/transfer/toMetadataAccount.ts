import { PublicKey } from '@solana/web3.js'
import { programs } from '../transaction/programs.js'

/** Where the metadata of a mint is (Metaplex). */
export function toMetadataAccount(mint: string): string {
  const program = new PublicKey(programs.metadata)
  const seeds = [new TextEncoder().encode('metadata'), program.toBytes(), new PublicKey(mint).toBytes()]
  const [account] = PublicKey.findProgramAddressSync(seeds, program)
  return account.toBase58()
}
