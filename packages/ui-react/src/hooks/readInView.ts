import { internals } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/**
 * Lets a view read what it shows. A view may still be drawn, or just appear, while its modal ends: that nothing can be read then
 * (`NOT_STARTED`) is nobody's fault. Anything else is told to the developer; what failed for the visitor is in the state.
 */
export function readInView(modal: UiModal, reading: Promise<unknown>): void {
  reading.catch((cause: unknown) => {
    const { signal, warn } = modal[internals]
    if (!signal.aborted) warn(cause)
  })
}
