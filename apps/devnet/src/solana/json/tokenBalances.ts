import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { parseTokenAccount, readDecimals, type TokenAmount, toTokenAmount } from './accounts.js'

/** Token balance of an account in a transaction. */
export type TokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly uiTokenAmount: TokenAmount
}

/** Reads the current token balances among accounts. */
export function toTokenBalances(svm: LiteSVM, keys: readonly string[]): TokenBalance[] {
  return keys.flatMap((key, accountIndex) => {
    const account = svm.getAccount(address(key))
    const token = account.exists ? parseTokenAccount(account) : null
    if (!account.exists || !token) return []
    const uiTokenAmount = toTokenAmount(token.amount, readDecimals(svm, token.mint))
    return [{ accountIndex, mint: token.mint, owner: token.owner, programId: account.programAddress, uiTokenAmount }]
  })
}
