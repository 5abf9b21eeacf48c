import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { parseTokenMint } from './parseTokenMint.js'

/** The decimals of a mint; 0 where it is none. */
export function readDecimals(svm: LiteSVM, mint: string): number {
  const account = svm.getAccount(address(mint))
  return (account.exists ? parseTokenMint(account)?.decimals : undefined) ?? 0
}
