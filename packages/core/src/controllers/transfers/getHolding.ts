import type { Token, TokenBalance } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import type { Namespace } from '../../utils/caip.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getTokens } from '../portfolio/getTokens.js'

/** What the active account of a chain family has of a token; undefined where that is not known. */
export function getHolding(
  state: ModalState,
  namespace: Namespace,
  { caipNetworkId, address }: Pick<Token, 'caipNetworkId' | 'address'>,
): TokenBalance | undefined {
  return getTokens(state, namespace).find((held) => {
    if (held.caipNetworkId !== caipNetworkId) return false
    if (held.address === undefined || address === undefined) return held.address === address
    return isSameAddress(namespace, held.address, address)
  })
}

/** The same in atomic units. A native balance that was not read counts as unknown, not as none. */
export function getAtomicHolding(
  state: ModalState,
  namespace: Namespace,
  token: Pick<Token, 'caipNetworkId' | 'address'>,
): bigint | undefined {
  const held = getHolding(state, namespace, token)
  if (!held || (token.address === undefined && !isNativeRead(state, namespace, token))) return undefined
  return parseAmount(held.quantity.numeric, held.decimals) ?? undefined
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
