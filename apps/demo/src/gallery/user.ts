import { getConnection } from '@latchkey/core'
import type { UiModal } from '@latchkey/ui-react'

/** The user of a gallery entry: acts on the modal as people do, by its controls. */
export type User = {
  /** Waits for the element with this selector, in the view that is shown. */
  find(selector: string): Promise<HTMLElement>
  /** Clicks the control with this selector. */
  click(selector: string): Promise<void>
  /** Clicks the button, link or tab that contains a text which isn't translated: a wallet, a token, a network. */
  pick(text: string): Promise<void>
  /** Clicks the primary action of the view, once it can be clicked. */
  goOn(): Promise<void>
  /** Does something that leads to another view, and waits until that is shown: until then, the one before it stays. */
  turn(act: () => Promise<unknown>): Promise<void>
  /** Types into the field with this selector. */
  type(text: string, selector?: string): Promise<void>
  /** Waits until a condition is met. */
  until(what: string, isMet: () => unknown): Promise<void>
}

/** Milliseconds that the user waits for anything to appear, on a busy machine too. */
const settleTimeout = 20_000

const primary = '[part~=primary]:not(:disabled, [aria-disabled=true])'

export function createUser(modal: UiModal): User {
  const view = (): Element | null | undefined => modal.getElement()?.shadowRoot?.querySelector('.card')
  const until = async (what: string, isMet: () => unknown): Promise<void> => {
    const end = performance.now() + settleTimeout
    while (!isMet()) {
      if (performance.now() > end) throw new Error(`The gallery waited in vain for ${what}.`)
      await new Promise(requestAnimationFrame)
    }
  }
  const wait = async (what: string, look: () => HTMLElement | null | undefined): Promise<HTMLElement> => {
    let found: HTMLElement | null | undefined
    await until(what, () => {
      found = look()
      return found
    })
    return found as HTMLElement
  }
  const find: User['find'] = (selector) => wait(selector, () => view()?.querySelector<HTMLElement>(selector))
  const click: User['click'] = async (selector) => (await find(selector)).click()
  return {
    find,
    click,
    until,
    async pick(text) {
      const names = (control: Element): string => `${control.getAttribute('aria-label') ?? ''} ${control.textContent}`
      const look = () =>
        [
          ...(view()?.querySelectorAll<HTMLElement>('.view :is(button, a, label, [role=tab]):not(:disabled)') ?? []),
        ].find((control) => names(control).includes(text))
      ;(await wait(`"${text}"`, look)).click()
    },
    goOn: () => click(primary),
    async turn(act) {
      const shown = (): Element | null | undefined => view()?.querySelector('.view')
      const before = shown()
      await act()
      await until('another view', () => shown() !== before && shown()?.getAttribute('aria-busy') !== 'true')
    },
    async type(text, selector = 'input') {
      const field = (await find(selector)) as HTMLInputElement
      // past React's own tracking of the value, as a keystroke does
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

/** Whether a wallet is connected on a namespace. */
export function isConnected(modal: UiModal, namespace: 'eip155' | 'solana' | 'bip122' = 'eip155'): boolean {
  return getConnection(modal.getState(), namespace) !== undefined
}
