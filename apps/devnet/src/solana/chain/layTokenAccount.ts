import { address, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** The program of SPL tokens. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** Puts an account of the token program on the chain, or its new content, with the lamports that keep it there. */
export function layTokenAccount(svm: LiteSVM, at: string, data: Uint8Array): void {
  const space = BigInt(data.length)
  svm.setAccount({
    ...{ address: address(at), data, space, programAddress: address(tokenProgram), executable: false },
    lamports: lamports(svm.minimumBalanceForRentExemption(space)),
  })
}
