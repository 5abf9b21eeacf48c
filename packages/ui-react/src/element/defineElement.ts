import { internals, loadModule } from '@latchkey/core'
import type { LatchkeyModalElement, Shell, ShellModule, UiModal } from '../uiModal.js'

/** Registers `<latchkey-modal>`. A function, because HTMLElement does not exist on a server. */
export function defineElement(): void {
  if (customElements.get('latchkey-modal')) return

  customElements.define(
    'latchkey-modal',
    class extends HTMLElement implements LatchkeyModalElement {
      modal: UiModal | undefined
      #module: Promise<ShellModule> | undefined
      #shell: Promise<Shell> | undefined
      #unsubscribe: (() => void) | undefined

      connectedCallback(): void {
        const { modal } = this
        if (!modal || this.#unsubscribe) return
        this.#unsubscribe = modal.subscribe((state, previous) => {
          if (state.modal.open !== previous.modal.open) void this.#sync()
        })
        if (modal.getState().modal.open) void this.#sync()
      }

      disconnectedCallback(): void {
        this.#unsubscribe?.()
        this.#unsubscribe = undefined
        const shell = this.#shell
        this.#shell = undefined
        void shell?.then((mounted) => mounted.unmount())
      }

      load(): Promise<ShellModule> {
        this.#module ??= loadModule(() => import('./mountShell.js')).catch((cause) => {
          this.#module = undefined // the next opening tries again
          throw cause
        })
        return this.#module
      }

      prepare(): Promise<Shell> {
        this.#shell ??= this.#mount()
        return this.#shell
      }

      async #mount(): Promise<Shell> {
        try {
          const { mountShell } = await this.load()
          if (!this.modal) throw new Error('<latchkey-modal> needs its `modal` property.')
          return await mountShell(this, this.modal)
        } catch (cause) {
          this.#shell = undefined
          throw cause
        }
      }

      async #sync(): Promise<void> {
        const { modal } = this
        try {
          const shell = await this.prepare()
          if (!this.isConnected || modal?.getState().modal.open === false) shell.hide()
          else shell.show()
        } catch (cause) {
          modal?.[internals].warn(cause)
          await modal?.close({ force: true })
        }
      }
    },
  )
}
