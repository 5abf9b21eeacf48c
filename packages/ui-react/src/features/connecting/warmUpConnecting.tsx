import { createModalCore, lazily, type ModalOptions } from '@latchkey/core'
import { warmUpConnect } from '@latchkey/core/controllers/connection'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ConnectButton } from '../../buttons/ConnectButton.js'
import type { UiModal } from '../../uiModal.js'

/** Connects a made-up wallet once, with a button outside the page, so that the engine has compiled what the first click runs. */
export const warmUpConnecting: () => Promise<void> = lazily(async () => {
  const root = createRoot(document.createElement('div'))
  await warmUpConnect((options) => {
    const modal = createClosedModal(options)
    flushSync(() => root.render(<ConnectButton modal={modal} />))
    return modal
  })
  root.unmount()
})

/** A modal for a button that nobody clicks. */
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
