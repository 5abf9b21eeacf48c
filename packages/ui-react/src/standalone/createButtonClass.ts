import type { UiModal } from '../uiModal.js'
import type { LatchkeyButtonElement, ToFace } from './buttonElement.js'
import { createOpenButton } from './createOpenButton.js'
import { type Following, followModal } from './followModal.js'

/** The class of an element, and the modal of those that have none of their own. */
type ButtonClass = CustomElementConstructor & { setDefault(modal: UiModal | undefined): void }

/**
 * Creates the class of an element with a button of a modal: in the light DOM, so that `styles.css` and the styles of the
 * page apply. A function, because servers have no HTMLElement.
 */
export function createButtonClass(toFace: ToFace): ButtonClass {
  const live = new Set<{ follow(): void }>()
  let fallback: UiModal | undefined

  return class extends HTMLElement implements LatchkeyButtonElement {
    static readonly observedAttributes = ['disabled', 'label', 'loading-label', 'namespace', 'show-balance']

    static setDefault(modal: UiModal | undefined): void {
      fallback = modal
      for (const element of live) element.follow()
    }

    readonly #button = createOpenButton(this.ownerDocument, () => this.modal)
    #own: UiModal | undefined
    #following: Following | undefined

    get modal(): UiModal | undefined {
      return this.#own ?? fallback
    }
    set modal(modal: UiModal | undefined) {
      this.#own = modal
      this.follow()
    }

    connectedCallback(): void {
      live.add(this)
      if (Object.hasOwn(this, 'modal')) {
        // set before the element was defined: from now on it goes through the setter
        this.#own = this.modal
        Reflect.deleteProperty(this, 'modal')
      }
      this.follow()
    }

    disconnectedCallback(): void {
      live.delete(this)
      this.#following?.stop()
      this.#following = undefined
    }

    attributeChangedCallback(): void {
      this.#following?.update()
    }

    follow(): void {
      const { modal } = this
      if (!live.has(this) || modal === this.#following?.modal) return
      this.#following?.stop()
      this.#following = modal && followModal(modal, this, this.#button, toFace)
      if (!modal) this.replaceChildren()
    }
  }
}
