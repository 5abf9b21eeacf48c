import type { ThemeState } from '@latchkey/core'

/**
 * Puts mode and variables of the theme on an element, by way of the CSSOM, which a strict CSP allows. Values that could
 * load something or reach beyond their property are left out.
 */
export function applyTheme(element: HTMLElement, theme: ThemeState, previous?: ThemeState | undefined): void {
  if (theme.mode) element.dataset['mode'] = theme.mode
  else delete element.dataset['mode']
  for (const name of Object.keys(previous?.variables ?? {})) element.style.removeProperty(name)
  for (const [name, value] of Object.entries(theme.variables))
    if (value && isSafeValue(value)) element.style.setProperty(name, value)
}

function isSafeValue(value: string): boolean {
  return value.length <= 200 && !/[;{}<>\\]|url\(|image\(|image-set\(|@import/i.test(value)
}
