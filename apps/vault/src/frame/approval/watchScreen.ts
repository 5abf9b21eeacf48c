import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'

/**
 * Reports the title of a screen, and the height at which none of it has to be scrolled, in whole CSS pixels: at once, and whenever it
 * changes. Nothing is reported while the frame is hidden. Returns a function to stop.
 */
export function watchScreen(screen: HTMLElement, onScreen: (screen: FrameScreen) => void): () => void {
  const title = screen.querySelector('h1')?.textContent ?? ''
  let reported = 0
  const look = (): void => {
    const height = Math.ceil(measure(screen))
    if (height === reported || height === 0) return
    reported = height
    onScreen({ title, height })
  }
  const observer = new ResizeObserver(look)
  for (const part of [...screen.children, ...screen.querySelectorAll('.content > *')]) observer.observe(part)
  return () => observer.disconnect()
}

/** The scrolling part counts with all that is in it, the others as they are; without the hint to scroll. */
function measure(screen: HTMLElement): number {
  return [...screen.children].reduce((sum, part) => {
    const { top, height } = part.getBoundingClientRect()
    const last = part.matches('.content') ? part.lastElementChild : null
    if (last && height > 0)
      return sum + last.getBoundingClientRect().bottom - top + part.scrollTop + toPixels(part, 'paddingBlockEnd')
    const hint = part.querySelector('.status[data-unread]')
    return sum + height - (hint ? hint.getBoundingClientRect().height + toPixels(part, 'rowGap') : 0)
  }, 0)
}

function toPixels(element: Element, property: 'paddingBlockEnd' | 'rowGap'): number {
  return Number.parseFloat(getComputedStyle(element)[property]) || 0
}
