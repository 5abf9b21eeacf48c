import type { AccountType } from '../../account.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'

/** Preferred unless the app says otherwise; `eoa` where a namespace is not named. [S3.21] */
const byDefault: { readonly [namespace in Namespace]?: AccountType } = { eip155: 'smartAccount', bip122: 'payment' }

/** The kind of account that is preferred in a namespace, where a wallet has several. */
export function getPreferredAccountType(state: ModalState, namespace: Namespace): AccountType {
  return state.namespaces[namespace]?.accountType ?? byDefault[namespace] ?? 'eoa'
}
