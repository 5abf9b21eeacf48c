import { createModalCore, lazily, type ModalOptions } from '@latchkey/core'
import { warmUpConnect } from '@latchkey/core/controllers/connection'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ConnectButton } from '../../buttons/ConnectButton.js'
import type { UiModal } from '../../uiModal.js'

/**
 * Connects a made-up wallet once, with a button outside the page, so that the engine has compiled what the first click runs. That also
 * loads the icons of the button.
 */
export const warmUpConnecting: () => Promise<void> = lazily(async () => {
  const root = createRoot(document.createElement('div'))
  try {
    await warmUpConnect((options) => {
      const modal = createClosedModal(options)
      flushSync(() => root.render(<ConnectButton modal={modal} />))
      return modal
    })
  } finally {
    root.unmount()
  }
})

/** A modal without an element, for a button that is never clicked. */
function createClosedModal(options: ModalOptions): UiModal {
  return Object.assign(createModalCore(options), {
    ui: { images: new Map<string, string>() },
    open: async () => undefined as never,
    close: async () => true,
    pay: async () => undefined as never,
    prefetch: () => undefined,
    getElement: () => null,
  })
}
