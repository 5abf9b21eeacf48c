import { internals, loadModule, type OpenRequest, type SentTransfer } from '@latchkey/core'
import { prefetchConfig } from '@latchkey/core/controllers/shell'
import { close, isActiveConnected, open } from '@latchkey/core/internal'
import { afterPaint } from '../hooks/afterPaint.js'
import type { LatchkeyModalElement, Shell, UiModal } from '../uiModal.js'
import { mountShell } from './mountShell.js'

// the actions of `modal.open()`, `close()` and `prefetch()` come with the element
export { close, prefetchConfig }

/** Opens the modal. Waits for the result only if the app fills in a transfer. */
type Opening = (modal: UiModal) => Promise<SentTransfer | undefined>

/** Loads the code of `UiModal.open` besides the element. Opening then happens at once. */
export async function loadOpening(request?: OpenRequest): Promise<Opening> {
  if (request?.view !== 'WalletSend' || !request.arguments)
    return async (modal) => {
      open(modal, request)
      return undefined
    }
  const preset = { ...request, view: 'WalletSend', arguments: request.arguments } as const
  const { requestSend } = await loadModule(() => import('@latchkey/core/controllers/send'))
  return (modal) => requestSend(modal, preset)
}

/** Registers `<latchkey-modal>`; elements in the page are upgraded. A function, because servers have no HTMLElement. */
export function defineElement(): void {
  if (customElements.get('latchkey-modal')) return

  customElements.define(
    'latchkey-modal',
    class extends HTMLElement implements LatchkeyModalElement {
      // may be set before the element is defined: a field would overwrite it
      declare modal: UiModal | undefined
      #shell: Promise<Shell> | undefined
      #unsubscribe: (() => void) | undefined
      /** Whether a wallet was connected when the modal was shown. */
      #wasConnected = false

      connectedCallback(): void {
        const { modal } = this
        if (!modal) return
        // moved within the page, which takes an open dialog down
        if (this.#unsubscribe) {
          void this.#shell?.then((shell) => {
            shell.hide()
            return this.#sync()
          })
          return
        }
        this.#unsubscribe = modal.subscribe((state, previous) => {
          if (state.modal.open !== previous.modal.open) void this.#sync()
        })
        if (modal.getState().modal.open) void this.#sync()
      }

      disconnectedCallback(): void {
        // an element that is moved is connected again in the same task
        queueMicrotask(() => {
          if (this.isConnected) return
          this.#unsubscribe?.()
          this.#unsubscribe = undefined
          const shell = this.#shell
          this.#shell = undefined
          // whoever asked for a shell that could not be mounted has the error
          shell?.then(
            (mounted) => mounted.unmount(),
            () => undefined,
          )
        })
      }

      prepare(): Promise<Shell> {
        this.#shell ??= this.#mount()
        return this.#shell
      }

      async #mount(): Promise<Shell> {
        try {
          if (!this.modal) throw new Error('<latchkey-modal> needs its `modal` property.')
          return await mountShell(this, this.modal)
        } catch (cause) {
          this.#shell = undefined
          throw cause
        }
      }

      async #sync(): Promise<void> {
        const { modal } = this
        if (modal?.getState().modal.open) void prefetchConfig(modal)
        try {
          const shell = await this.prepare()
          const isClosed = (): boolean => !this.isConnected || modal?.getState().modal.open === false
          const isConnected = modal !== undefined && isActiveConnected(modal.getState())
          if (!isClosed()) {
            this.#wasConnected = isConnected
            shell.show()
          } else if (this.#wasConnected || !isConnected) shell.hide()
          // closing lays the page out again: the new account is painted before
          else afterPaint(() => isClosed() && shell.hide())
        } catch (cause) {
          modal?.[internals].warn(cause)
          if (modal) close(modal, { force: true })
        }
      }
    },
  )
}
