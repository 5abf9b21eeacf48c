import type { ModalState, Payment, PayRequest, PayState } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UsePayResult = {
  /** Resolves once the payment is in a block; rejects as `modal.pay`. */
  readonly pay: (request: PayRequest) => Promise<Payment>
  /** How far the newest payment has come; undefined before the first. */
  readonly payment: PayState | undefined
}

const selectPay = ({ pay }: ModalState): PayState | undefined => pay

/** Asks the visitor for payments. */
export function usePay(modal?: UiModal | undefined): UsePayResult {
  const instance = useModalInstance(modal)
  return { pay: instance.pay, payment: useModalState(selectPay, instance) }
}
