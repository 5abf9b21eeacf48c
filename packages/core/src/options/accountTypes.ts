import type { AccountType } from '../account.js'
import type { Namespace } from '../utils/caip.js'

/** The kinds of accounts of each namespace; the first is preferred unless the app says otherwise. [S3.21] [S5.6] */
export const accountTypes: { readonly [namespace in Namespace]: readonly [AccountType, ...AccountType[]] } = {
  eip155: ['smartAccount', 'eoa'],
  solana: ['eoa'],
  polkadot: ['eoa'],
  bip122: ['payment', 'ordinal'],
  cosmos: ['eoa'],
}
