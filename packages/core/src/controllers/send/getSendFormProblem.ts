import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getAtomicHolding } from '../transfers/getAtomicHolding.js'

/** What is wrong with the form of a transfer, in the order in which a visitor fills it in. */
export type SendFormProblem =
  | 'noToken'
  | 'noAmount'
  | 'badAmount'
  | 'tooLittle'
  | 'noReceiver'
  | 'checkingReceiver'
  | 'badReceiver'

/** The first problem of the form of a transfer, or undefined: what its one button says. */
export function getSendFormProblem(state: ModalState): SendFormProblem | undefined {
  const { send } = state
  if (!send?.token) return 'noToken'
  if (send.amount === '') return 'noAmount'
  const amount = parseAmount(send.amount, send.token.decimals)
  if (!amount) return 'badAmount'
  const held = getAtomicHolding(state, send.namespace, send.token)
  if (held !== undefined && amount > held) return 'tooLittle'
  if (send.to.trim() === '') return 'noReceiver'
  if (send.receiver.status === 'checking') return 'checkingReceiver'
  return send.receiver.status === 'ready' ? undefined : 'badReceiver'
}
