import { internals } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/**
 * Handles the rejection of a request that a view starts. A view may still be mounted while its modal is destroyed: errors
 * are ignored then (`NOT_STARTED`). Other errors are logged for the developer; the state has what the user sees.
 */
export function readInView(modal: UiModal, reading: Promise<unknown>): void {
  reading.catch((cause: unknown) => {
    const { signal, warn } = modal[internals]
    if (!signal.aborted) warn(cause)
  })
}
