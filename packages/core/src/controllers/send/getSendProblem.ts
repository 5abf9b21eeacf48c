import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getAtomicHolding } from '../transfers/getHolding.js'
import type { SendState } from './state.js'

/** What stands in the way of sending, in the order in which a visitor fills the form in. */
export type SendProblem =
  | 'noToken'
  | 'noAmount'
  | 'badAmount'
  | 'tooLittle'
  | 'noReceiver'
  | 'checkingReceiver'
  | 'badReceiver'
  /** The preview: the fee is not known yet, or cannot be. */
  | 'noFee'
  /** The preview: there is too little for the amount and the fee together, or for the fee. */
  | 'noFeeMoney'

/** The first problem of a transfer, or undefined: what the one button says. */
export function getSendProblem(state: ModalState): SendProblem | undefined {
  const { send } = state
  if (!send?.token) return 'noToken'
  if (send.amount === '') return 'noAmount'
  const amount = parseAmount(send.amount, send.token.decimals)
  if (!amount) return 'badAmount'
  const held = getAtomicHolding(state, send.namespace, send.token)
  if (held !== undefined && amount > held) return 'tooLittle'
  if (send.to.trim() === '') return 'noReceiver'
  if (send.receiver.status === 'checking') return 'checkingReceiver'
  if (send.receiver.status !== 'ready') return 'badReceiver'
  return send.step === 'preview' ? getFeeProblem(state, send, amount) : undefined
}

/** A smart account may have its fee paid by others. */
function getFeeProblem(state: ModalState, send: SendState, amount: bigint): SendProblem | undefined {
  const { namespace, caipNetworkId, token, fee } = send
  if (fee.status !== 'ready') return 'noFee'
  const native = getAtomicHolding(state, namespace, { caipNetworkId })
  const entry = state.namespaces[namespace]
  const isSmart =
    entry?.connection.status === 'connected' && entry.connection.connection.accounts[0].type === 'smartAccount'
  if (native === undefined || isSmart) return undefined
  const needed = BigInt(fee.value) + (token?.address === undefined ? amount : 0n)
  return needed > native ? 'noFeeMoney' : undefined
}
