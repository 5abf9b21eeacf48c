import { loadModule } from '@latchkey/core'
import type { DrawMark } from './buttonMark.js'

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
