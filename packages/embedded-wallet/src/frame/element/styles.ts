type Styles = { readonly [property: string]: string }

/** No effects or animations on top of the frame: it refuses approval while it is obscured or moving. */
const still: Styles = {
  animation: 'none',
  transition: 'none',
  transform: 'none',
  filter: 'none',
  opacity: '1',
  'clip-path': 'none',
  'mix-blend-mode': 'normal',
  visibility: 'visible',
}

/** The dialog covers the page, so that it receives clicks next to the frame. */
export const dialogStyles: Styles = {
  ...still,
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  'max-width': 'none',
  'max-height': 'none',
  margin: '0',
  padding: '0',
  border: '0',
  outline: 'none',
  background: 'transparent',
  overflow: 'hidden',
}

export const frameStyles: Styles = {
  ...still,
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  'min-width': '0',
  'min-height': '0',
  'max-width': 'none',
  'max-height': 'none',
  margin: '0',
  padding: '0',
  border: '0',
  'border-radius': '0',
  'z-index': '999999',
}

/** In CSS pixels: of the panel in which the frame asks something by itself. */
const prompt = { width: 400, narrow: 480, gap: 16 } as const

/** The place of such a panel, and the shade behind it. */
export function toPromptStyles(
  { innerWidth, innerHeight }: Window,
  height: number,
): { readonly panel: Styles; readonly background: string } {
  const isNarrow = innerWidth < prompt.narrow
  const size = Math.min(height, innerHeight - prompt.gap)
  const width = isNarrow ? innerWidth : prompt.width
  return {
    background: 'rgb(0 0 0 / 0.4)',
    panel: {
      inset: 'auto',
      left: `${(innerWidth - width) / 2}px`,
      top: `${isNarrow ? innerHeight - size : (innerHeight - size) / 2}px`,
      width: `${width}px`,
      height: `${size}px`,
      'border-radius': isNarrow ? '24px 24px 0 0' : '24px',
    },
  }
}

/** Sets each property separately, because a strict CSP blocks style attributes, and as important, so that page stylesheets don't win. */
export function applyStyles(element: HTMLElement, styles: Styles): void {
  for (const [property, value] of Object.entries(styles)) element.style.setProperty(property, value, 'important')
}

/** Hides the browser's backdrop behind the dialog, as the modal has its own. Returns a function that restores it. */
export function clearBackdrop(window: Window & typeof globalThis, dialog: HTMLDialogElement): () => void {
  const { document } = window
  const sheet = new window.CSSStyleSheet()
  sheet.replaceSync('dialog[data-latchkey-frame]::backdrop { background: transparent !important }')
  dialog.dataset['latchkeyFrame'] = ''
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
