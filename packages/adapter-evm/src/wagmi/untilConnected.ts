import type { Modal } from '@latchkey/core'
import { AbortedError, ModalClosedError } from '@latchkey/core/plugin'
import { readConnection } from './readModal.js'

/** Resolves once the modal has an EVM connection. Throws 'Modal closed' when the visitor closes it first. [S8.3] */
export function untilConnected(modal: Modal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const connection = readConnection(modal)
      const { modal: flags, status } = modal.getState()
      if (!connection && flags.open) return
      unsubscribe()
      if (connection) resolve()
      else reject(status === 'destroyed' ? new AbortedError() : new ModalClosedError())
    }
    const unsubscribe = modal.subscribe(check)
    check()
  })
}
