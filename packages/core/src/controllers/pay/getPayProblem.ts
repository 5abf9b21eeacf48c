import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getConnection } from '../connection/getConnection.js'
import { getAtomicHolding } from '../transfers/getAtomicHolding.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { getPayOption } from './state.js'

/** What stands in the way of paying. */
export type PayProblem =
  | 'notConnected'
  /** An earlier transaction of the account may or may not have been sent. */
  | 'earlier'
  | 'tooLittle'
  | 'noFee'
  | 'noFeeMoney'

/** The first problem of the payment, or undefined: what the one button says. */
export function getPayProblem(state: ModalState): PayProblem | undefined {
  const { pay } = state
  const option = pay && getPayOption(pay)
  const connection = option && getConnection(state, option.namespace)
  if (!option || !connection) return 'notConnected'
  const { namespace, token, amount: text } = option
  const { caipNetworkId } = token
  if (hasUncertainTransfer(state, { namespace, caipNetworkId, address: connection.accounts[0].address }))
    return 'earlier'
  const amount = parseAmount(text, token.decimals) ?? 0n
  const held = getAtomicHolding(state, namespace, token)
  if (held !== undefined && amount > held) return 'tooLittle'
  if (pay.fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const needed = BigInt(pay.fee.value) + (token.address === undefined ? amount : 0n)
  return native !== undefined && needed > native ? 'noFeeMoney' : undefined
}
