import { createModalCore, lazily, type ModalOptions } from '@latchkey/core'
import { warmUpConnect } from '@latchkey/core/controllers/connection'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ConnectButton } from '../../buttons/ConnectButton.js'
import type { UiModal } from '../../uiModal.js'

/** After this many, the engine has compiled and optimized what the first click runs. More make it no faster. */
const rounds = 5

/**
 * Connects a made-up wallet a few times, with a button outside the page, so that the engine has compiled what the first click runs. That
 * also loads the icons of the button. Runs once.
 */
export const warmUpConnecting: () => Promise<void> = lazily(async () => {
  const root = createRoot(document.createElement('div'))
  try {
    for (let round = 0; round < rounds; round++) {
      await warmUpConnect((options) => {
        const modal = createClosedModal(options)
        flushSync(() => root.render(<ConnectButton modal={modal} key={round} />))
        return modal
      })
      // each in a task of its own: a click in between waits for one at most
      await new Promise((resume) => setTimeout(resume))
    }
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
