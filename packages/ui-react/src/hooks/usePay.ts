import type { ModalState, Payment, PayRequest, PayState } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UsePayResult = {
  /** Resolves once the payment is in a block; rejects as `modal.pay`. */
  readonly pay: (request: PayRequest) => Promise<Payment>
  /** The state of the newest payment; undefined before the first. */
  readonly payment: PayState | undefined
}

const selectPay = ({ pay }: ModalState): PayState | undefined => pay

/** Requests payments. */
export function usePay(modal?: UiModal | undefined): UsePayResult {
  const instance = useModalInstance(modal)
  return { pay: instance.pay, payment: useModalState(selectPay, instance) }
}
