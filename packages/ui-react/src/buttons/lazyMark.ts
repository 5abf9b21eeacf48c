import { loadModule, type Network } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/** What the icon of a button shows: an account with its network at the corner, or a network. */
export type ButtonMark = {
  readonly account?: { readonly address: string; readonly image: string | undefined } | undefined
  readonly network?: Network | undefined
}

export type DrawMark = (modal: UiModal, mark: ButtonMark) => void

/**
 * Returns a function that draws the icon of a button into an element. Its place is there from the start; the code for it is
 * loaded with the first icon.
 */
export function createLazyMark(place: HTMLElement): DrawMark {
  let last: Parameters<DrawMark> | undefined
  let draw: DrawMark | undefined
  return (...wanted) => {
    const isFirst = last === undefined
    last = wanted
    draw?.(...wanted)
    if (!isFirst) return
    loadModule(() => import('./buttonMark.js')).then(
      ({ createButtonMark }) => {
        draw = createButtonMark(place)
        if (last) draw(...last)
      },
      () => {
        // the button does without
        last = undefined
      },
    )
  }
}
