import type { Token, TokenBalance } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getHolding } from './getHolding.js'

/** What the active account of a chain family has of a token, where that is known: a native balance that was not read counts as unknown, not as none. */
export function getKnownHolding(
  state: ModalState,
  namespace: Namespace,
  token: Pick<Token, 'caipNetworkId' | 'address'>,
): TokenBalance | undefined {
  if (token.address === undefined && !isNativeRead(state, namespace, token)) return undefined
  return getHolding(state, namespace, token)
}

function isNativeRead(
  state: ModalState,
  namespace: Namespace,
  { caipNetworkId }: Pick<Token, 'caipNetworkId'>,
): boolean {
  const { portfolio, balance } = state.namespaces[namespace] ?? {}
  if (portfolio?.last?.tokens.some((held) => held.caipNetworkId === caipNetworkId && held.address === undefined))
    return true
  // a test network is not asked for the balance that buttons show
  const isTest = state.networks.some((network) => network.caipNetworkId === caipNetworkId && network.testnet)
  return !isTest && balance !== undefined && 'last' in balance && balance.last !== undefined
}
