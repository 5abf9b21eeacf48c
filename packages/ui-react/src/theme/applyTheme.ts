import type { ThemeState } from '@latchkey/core'

/** Characters; a shadow of several layers has fewer. */
const longest = 200

/**
 * Puts mode and variables of the theme on an element, by way of the CSSOM, which a strict CSP allows. What is no
 * variable of ours, and values that could load something or reach beyond their property, are left out.
 */
export function applyTheme(element: HTMLElement, theme: ThemeState, previous?: ThemeState | undefined): void {
  if (theme.mode) element.dataset['mode'] = theme.mode
  else delete element.dataset['mode']
  for (const name of Object.keys(previous?.variables ?? {})) element.style.removeProperty(name)
  for (const [name, value] of Object.entries(theme.variables))
    if (name.startsWith('--lk-') && isSafeValue(value)) element.style.setProperty(name, value)
}

function isSafeValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    !/[;{}<>\\]|\b(?:url|src|image|image-set|attr|element|paint)\(|@import/i.test(value)
  )
}

/** Adopts a stylesheet: allowed under `style-src 'self'`, unlike a style element. Returns the undo. */
export function adopt(root: DocumentOrShadowRoot, css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
