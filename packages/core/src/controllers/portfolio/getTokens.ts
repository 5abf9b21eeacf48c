import type { TokenBalance } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { type Namespace, toCaipAddress } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'
import { getNetwork } from '../network/getNetwork.js'

/**
 * The tokens of the account on its network, the native currency first: from the portfolio, where there is one, and always
 * the native currency from the balance. None without an account or on a network that the modal does not have.
 */
export function getTokens(state: ModalState, namespace?: Namespace | undefined): readonly TokenBalance[] {
  const wanted = namespace ?? state.activeNamespace
  const connection = getConnection(state, wanted)
  const network = getNetwork(state, wanted)
  const entry = wanted && state.namespaces[wanted]
  if (!connection || !network || !entry) return []
  const { portfolio, balance } = entry
  const caipAddress = toCaipAddress(connection.caipNetworkId, connection.accounts[0].address)
  const tokens = portfolio?.caipAddress === caipAddress ? (portfolio.last?.tokens ?? []) : []
  if (tokens.some(({ address }) => address === undefined)) return tokens
  const amount = 'last' in balance ? balance.last : undefined
  const { name, symbol, decimals } = network.nativeCurrency
  const quantity = { decimals: String(decimals), numeric: amount?.balance ?? '0' }
  return [{ caipNetworkId: network.caipNetworkId, name, symbol, decimals, quantity }, ...tokens]
}
