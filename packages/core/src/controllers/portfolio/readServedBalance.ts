import { isChainServed } from '../../api/blockchain/isChainServed.js'
import type { Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { type ReadAmount, zeroBalance } from '../balance/state.js'
import { readHoldings } from './readHoldings.js'

export type ReadServedBalanceRequest = {
  readonly address: string
  readonly network: Network
  readonly force?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * The native balance from the token balances of the service, by chain and native symbol [S7.29]. Undefined where the
 * service does not serve the network: its nodes know. Throws as `callBlockchain` does.
 */
export async function readServedBalance(
  modal: Modal,
  { address, network, force, signal }: ReadServedBalanceRequest,
): Promise<ReadAmount | undefined> {
  const { caipNetworkId, nativeCurrency } = network
  const { symbol } = nativeCurrency
  if (!(await isChainServed(modal, caipNetworkId, signal))) return undefined
  const { balances, askedAt } = await readHoldings(modal, { address, caipNetworkId, force })
  const native = balances.find(
    (token) => token.caipNetworkId === caipNetworkId && token.address === undefined && token.symbol === symbol,
  )
  // who holds none is not told of it
  return { amount: { balance: native?.quantity.numeric ?? zeroBalance, symbol }, askedAt }
}
