import { getConnection } from '../../modal/connections.js'
import type { ModalState } from '../../modal/modal.js'
import type { Token, TokenBalance } from '../../service/blockchain/types.js'
import { parseAmount } from '../../utils/amounts.js'
import { isSameAddress, type Namespace } from '../../utils/caip.js'
import { getTokens } from '../portfolio/portfolio.js'

/** Returns the balance of a token of a namespace's active account; undefined if unknown. */
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

/** Like `getHolding`, but a native balance that was not read yet is unknown instead of zero. */
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
  // on test networks the displayed balance is not read, but always zero
  const isTest = state.networks.some((network) => network.caipNetworkId === caipNetworkId && network.testnet)
  return !isTest && balance !== undefined && 'last' in balance && balance.last !== undefined
}

/** Like `getKnownHolding`, in atomic units. */
export function getAtomicHolding(
  state: ModalState,
  namespace: Namespace,
  token: Pick<Token, 'caipNetworkId' | 'address'>,
): bigint | undefined {
  const held = getKnownHolding(state, namespace, token)
  return held && (parseAmount(held.quantity.numeric, held.decimals) ?? undefined)
}

/** Whether a paymaster may pay the network fee of a namespace's active account, which is so for smart accounts. */
export function isFeeSponsorable(state: ModalState, namespace: Namespace): boolean {
  return getConnection(state, namespace)?.accounts[0].type === 'smartAccount'
}
