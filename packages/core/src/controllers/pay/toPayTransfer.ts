import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getConnection } from '../connection/getConnection.js'
import type { Transfer } from '../transfers/transfer.js'
import { getPayOption, type PayState } from './state.js'

/** The transfer that the chosen option asks of the wallet that is connected; undefined without one. */
export function toPayTransfer(state: ModalState, pay: PayState): Transfer | undefined {
  const option = getPayOption(pay)
  const connection = option && getConnection(state, option.namespace)
  if (!option || !connection) return undefined
  const { namespace, token, recipient: to } = option
  const amount = parseAmount(option.amount, token.decimals)
  if (!amount) return undefined
  const { caipNetworkId, address, decimals } = token
  const own = address === undefined ? undefined : { address, decimals }
  return { namespace, caipNetworkId, address: connection.accounts[0].address, to, amount, token: own }
}
