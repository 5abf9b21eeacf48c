import type { ConnectorMeta, ConnectorType } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnectors } from './getConnectors.js'
import { toWalletMatch, type WalletClaim } from './toWalletMatch.js'

/** Wallets of the page itself. */
const types: readonly ConnectorType[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN']

/** The connector of a wallet of the list that is in this browser, on one chain family or on any. */
export function getInstalled(
  state: Pick<ModalState, 'connectors'>,
  wallet: WalletClaim,
  namespace?: Namespace | undefined,
): ConnectorMeta | undefined {
  const found = getConnectors(state, namespace).filter(({ type }) => types.includes(type))
  // a name is the weaker claim
  return found.find(({ rdns }) => rdns !== undefined && rdns === wallet.rdns) ?? found.find(toWalletMatch([wallet]))
}
