import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getAtomicHolding } from '../transfers/getAtomicHolding.js'
import { hasUncertainTransfer } from '../transfers/openTransfers.js'
import { getSendFormProblem, type SendFormProblem } from './getSendFormProblem.js'

/** What stands in the way of sending: what is wrong with the form, then with the fee. */
export type SendProblem =
  | SendFormProblem
  /** The preview: an earlier transaction of the account may or may not have been sent. */
  | 'earlier'
  /** The preview: the fee is not known yet, or cannot be. */
  | 'noFee'
  /** The preview: there is too little for the amount and the fee together, or for the fee. */
  | 'noFeeMoney'

/** The first problem of a transfer, or undefined. */
export function getSendProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  const isEarlier = send?.step === 'preview' && hasUncertainTransfer(state, send)
  return getSendFormProblem(state) ?? (isEarlier ? 'earlier' : getFeeProblem(state))
}

/** Of a preview. A smart account may have its fee paid by others. */
function getFeeProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  if (send?.step !== 'preview') return undefined
  const { namespace, caipNetworkId, token, fee } = send
  if (fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const entry = state.namespaces[namespace]
  const isSmart =
    entry?.connection.status === 'connected' && entry.connection.connection.accounts[0].type === 'smartAccount'
  if (native === undefined || isSmart) return undefined
  const amount = token && token.address === undefined ? parseAmount(send.amount, token.decimals) : undefined
  return BigInt(fee.value) + (amount ?? 0n) > native ? 'noFeeMoney' : undefined
}
