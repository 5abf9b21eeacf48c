import type { UiModal } from '../uiModal.js'
import type { ToFace } from './buttonElement.js'
import { createButtonClass } from './createButtonClass.js'
import { toAccountFace, toConnectFace, toNetworkFace } from './faces.js'

const faces: { readonly [name: string]: ToFace } = {
  'latchkey-button': toConnectFace,
  'latchkey-account-button': toAccountFace,
  'latchkey-network-button': toNetworkFace,
}

/**
 * Registers the buttons as elements for plain HTML and any framework. Those without a `modal` of their own use the given
 * one; after several calls, the last one. Does nothing on a server. `<latchkey-modal>` needs no call: the modal
 * adds it to the page when it starts.
 *
 * @example
 * defineElements(createModal({ adapters: [evm({ networks: [mainnet] })] }))
 * // <latchkey-button></latchkey-button>
 */
export function defineElements(modal?: UiModal | undefined): void {
  if (!globalThis.customElements) return
  for (const [name, toFace] of Object.entries(faces)) {
    const known = customElements.get(name) as ReturnType<typeof createButtonClass> | undefined
    const element = known ?? createButtonClass(toFace)
    element.setDefault(modal)
    if (!known) customElements.define(name, element)
  }
}
