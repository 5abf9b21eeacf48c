import type { Modal } from '@latchkey/core'

/**
 * Resolves once the modal has restored its EVM connection without a prompt, or found that it cannot: that takes as
 * long as core's deadlines allow. Starts the modal, as nothing else on the page may; not on a server.
 */
export function untilRestored(modal: Modal): Promise<void> {
  return new Promise((resolve) => {
    if (modal.env.window()) modal.start()
    const check = (): void => {
      const { namespaces, status } = modal.getState()
      const connection = namespaces.eip155?.connection
      const isRestoring = connection?.status === 'connecting' && connection.isReconnect && status === 'ready'
      if (isRestoring) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = modal.subscribe(check)
    check()
  })
}
