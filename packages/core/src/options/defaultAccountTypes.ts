import type { AccountType } from '../account.js'
import type { Namespace } from '../utils/caip.js'

/** The kind of account that is preferred unless the app says otherwise; `eoa` where a namespace is not named. [S3.21] */
export const defaultAccountTypes: { readonly [namespace in Namespace]?: AccountType } = {
  eip155: 'smartAccount',
  bip122: 'payment',
}
