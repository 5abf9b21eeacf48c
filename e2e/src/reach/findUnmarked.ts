import type { Locator } from '@playwright/test'

/**
 * Finds what forced colors hide, which remove backgrounds and shadows: controls recognizable only by their text, and
 * selected options without a visible mark.
 */
export function findUnmarked(dialog: Locator): Promise<readonly string[]> {
  return dialog.evaluate((root) => {
    const toName = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? 'unnamed'
    const hasLine = (element: Element): boolean => {
      const style = getComputedStyle(element)
      const isOn = (line: string, width: string): boolean => line !== 'none' && Number.parseFloat(width) > 0
      return isOn(style.borderTopStyle, style.borderTopWidth) || isOn(style.outlineStyle, style.outlineWidth)
    }
    const isMarked = (control: Element): boolean => {
      const field = control.closest('[part~=field], .currency, .row, .line')
      return (
        hasLine(control) ||
        (field !== null && [field, ...field.children].some(hasLine)) ||
        getComputedStyle(control).textDecorationLine.includes('underline') ||
        // drawn by the browser, in visible colors
        (control.matches('select, [type=radio], [type=checkbox]') && getComputedStyle(control).appearance !== 'none')
      )
    }
    const looks = (element: Element): string => {
      const { borderTopWidth, borderTopColor, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(element)
      return [
        borderTopWidth,
        borderTopColor,
        borderTopStyle,
        outlineStyle,
        outlineWidth,
        element.querySelectorAll('.tick').length,
      ].join()
    }
    const controls = [...root.querySelectorAll('button, a, select, input')].filter((element) =>
      element.checkVisibility(),
    )
    const unmarked = controls.filter((control) => !isMarked(control)).map((control) => `unmarked: ${toName(control)}`)
    const chosen = root.querySelectorAll('[aria-selected=true], [aria-pressed=true], [aria-current=true]')
    const unseen = [...chosen].filter((element) => {
      const [list, item] =
        element.parentElement?.localName === 'li'
          ? [element.closest('ul'), 'li > *']
          : [element.parentElement, ':scope > *']
      const others = [...(list?.querySelectorAll(item) ?? [])].filter(
        (other) => other !== element && other.localName === element.localName,
      )
      return others.some((other) => looks(other) === looks(element))
    })
    return [...unmarked, ...unseen.map((element) => `as if not chosen: ${toName(element)}`)]
  })
}
