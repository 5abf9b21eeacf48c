import type { Account } from '@latchkey/core'

/** The accounts of a wallet that visitors tell apart: the first of each type, as payment and ordinals on Bitcoin. */
export function getPurposes(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ type }, index) => accounts.findIndex((account) => account.type === type) === index)
}
