import { loadModule } from '@latchkey/core'
import { afterPaint } from '../hooks/afterPaint.js'
import type { DrawMark } from './buttonMark.js'

/**
 * Returns a function that draws the icon of a button into an element. Its place is there from the start; the code for it is
 * loaded with the first icon, once the button is painted.
 */
export function createLazyMark(place: HTMLElement): DrawMark {
  let last: Parameters<DrawMark> | undefined
  let draw: DrawMark | undefined
  const load = (): void => {
    loadModule(() => import('./buttonMark.js')).then(
      ({ createButtonMark }) => {
        draw = createButtonMark(place)
        if (last) draw(...last)
      },
      () => {
        // the button shows no icon
        last = undefined
      },
    )
  }
  return (...wanted) => {
    const isFirst = last === undefined
    last = wanted
    draw?.(...wanted)
    if (isFirst) afterPaint(load)
  }
}
