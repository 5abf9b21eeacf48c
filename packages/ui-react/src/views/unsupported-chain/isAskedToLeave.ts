import type { ModalState } from '@latchkey/core'

/** Whether the visitor has to choose another network, or disconnect, before the modal closes. */
export function isAskedToLeave(state: ModalState): boolean {
  return state.router.stack[0].view === 'UnsupportedChain'
}
