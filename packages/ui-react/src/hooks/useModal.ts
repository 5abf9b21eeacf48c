import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

export type UseModalResult = {
  readonly modal: UiModal
  readonly open: UiModal['open']
  readonly close: UiModal['close']
}

/** Opens and closes the modal. */
export function useModal(modal?: UiModal | undefined): UseModalResult {
  const instance = useModalInstance(modal)
  return { modal: instance, open: instance.open, close: instance.close }
}
