import type { Locator, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Controls of the view, in document order, while the keyboard is tested. */
    reachable: Element[]
  }
}

/**
 * Finds problems for keyboard users: a wrong initial focus, controls that Tab doesn't reach in the view's order, and
 * controls without a visible focus. Leaves the focus where it was.
 */
export async function findOutOfReach(page: Page, dialog: Locator): Promise<readonly string[]> {
  const entry = await dialog.evaluate(enter)
  if (typeof entry === 'string') return [entry]
  const problems: string[] = []
  for (let index = 0; index < entry; index++) {
    await page.keyboard.press('Tab')
    const problem = await dialog.evaluate(lookAtFocus, index)
    if (problem) problems.push(problem)
  }
  await dialog.evaluate(leave)
  return problems
}

/** Moves the focus before the first control; returns the number of controls, or the problem. Runs in the page. */
function enter(dialog: Element): string | number {
  const root = dialog.getRootNode() as ShadowRoot
  // the embedded wallet's own screen has it, which is tested separately
  if (document.activeElement instanceof HTMLIFrameElement) return 0
  const { activeElement } = root
  if (!activeElement) return 'the focus is not in the view'
  const isGroupMate = (element: Element): boolean =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    !element.checked &&
    root.querySelector(`input[name="${element.name}"]:checked`) !== null
  window.reachable = [
    ...dialog.querySelectorAll<HTMLElement>('button, a[href], input, select, summary, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility() && !isGroupMate(element),
  )
  // Tab continues from here
  const start = document.createElement('span')
  start.tabIndex = -1
  const first = window.reachable[0] ?? dialog.querySelector('.head')
  first?.before(start)
  start.focus()
  start.remove()
  if (activeElement instanceof HTMLElement) activeElement.dataset['entry'] = ''
  return window.reachable.length
}

/** Runs in the page. */
function lookAtFocus(dialog: Element, index: number): string | undefined {
  const toName = (element: Element | null | undefined): string =>
    element?.getAttribute('aria-label') ?? (element?.textContent || element?.localName) ?? 'nothing'
  const control = (dialog.getRootNode() as ShadowRoot).activeElement
  const wanted = window.reachable[index]
  if (control !== wanted) return `Tab leads to ${toName(control)} instead of ${toName(wanted)}`
  const rings = [control, control?.closest('[part~=field]'), control?.closest('.row, .currency, .field')]
  const hasRing = rings.some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const box = control?.parentElement?.querySelector('[data-on]')
  if (!hasRing && !(box && getComputedStyle(box).boxShadow !== 'none')) return `no ring: ${toName(control)}`
  const { top = 0, bottom = 0 } = control?.getBoundingClientRect() ?? {}
  return bottom < 1 || top > innerHeight - 1 ? `out of sight: ${toName(control)}` : undefined
}

/** Runs in the page. */
function leave(dialog: Element): void {
  const before = dialog.querySelector<HTMLElement>('[data-entry]')
  delete before?.dataset['entry']
  before?.focus({ preventScroll: true })
}
