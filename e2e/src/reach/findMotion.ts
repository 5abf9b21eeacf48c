import type { Page } from '@playwright/test'

/** Finds elements that move, or would move on a state change, although the page requests reduced motion. */
export function findMotion(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const elements = [...(root?.querySelectorAll('*') ?? []), ...document.querySelectorAll('.lk-button')]
    const isMoving = (element: Element): boolean => {
      const { animationName, transitionDuration } = getComputedStyle(element)
      return animationName !== 'none' || transitionDuration.split(',').some((time) => Number.parseFloat(time) > 0)
    }
    return elements.filter(isMoving).map((element) => `moves: ${element.localName}.${element.className}`)
  })
}
