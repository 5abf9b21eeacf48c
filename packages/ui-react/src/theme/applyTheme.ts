import type { ThemeState } from '@latchkey/core'

/** In characters: longer than a shadow of several layers. */
const maxLength = 200

/**
 * Sets mode and variables of the theme on an element through the CSSOM, which a strict CSP allows. Leaves out unknown
 * variables, and values that could load something or escape their property.
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
    value.length <= maxLength &&
    !/[;{}<>\\]|\b(?:url|src|image|image-set|attr|element|paint)\(|@import/i.test(value)
  )
}

/** Adopts a stylesheet: allowed under `style-src 'self'`, unlike a style element. Returns a function that removes it. */
export function adopt(root: DocumentOrShadowRoot, css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
