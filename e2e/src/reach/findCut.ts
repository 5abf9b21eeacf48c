import type { Locator } from '@playwright/test'

/** Finds controls that overflow the card or the screen, or whose content overflows them, and horizontal scrolling. */
export function findCut(dialog: Locator): Promise<readonly string[]> {
  return dialog.evaluate((root) => {
    const problems: string[] = []
    if (
      document.documentElement.scrollWidth > innerWidth &&
      getComputedStyle(document.documentElement).fontSize === '16px'
    )
      problems.push('the page scrolls horizontally')
    const card = root.querySelector('.card')?.getBoundingClientRect()
    if (!card || card.top < 0 || card.left < 0 || card.bottom > innerHeight + 1 || card.right > innerWidth + 1)
      problems.push('the card is not on the screen')
    for (const name of ['.card', '.content', '.head', '.view']) {
      const part = root.querySelector(name)
      if (part && part.scrollWidth > part.clientWidth + 1) problems.push(`${name} is wider than it may be`)
    }
    const isCut = (control: Element): boolean => {
      control.scrollIntoView({ block: 'nearest' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return (
        !card ||
        left < Math.max(0, card.left) ||
        right > Math.min(innerWidth, card.right) + 0.5 ||
        top < 0 ||
        bottom > innerHeight + 0.5 ||
        control.scrollWidth > control.clientWidth + 2 ||
        control.scrollHeight > control.clientHeight + 2
      )
    }
    const toName = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent ?? 'unnamed'
    const controls = [...root.querySelectorAll('button, a, summary')].filter((control) => control.checkVisibility())
    return [...problems, ...controls.filter(isCut).map((control) => `cut off: ${toName(control)}`)]
  })
}

/** Finds truncated text. */
export function findShortened(dialog: Locator): Promise<readonly string[]> {
  return dialog.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((element) => {
        const { textOverflow, overflowX } = getComputedStyle(element)
        return textOverflow === 'ellipsis' && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => `shortened: ${element instanceof HTMLInputElement ? element.value : element.textContent}`),
  )
}
