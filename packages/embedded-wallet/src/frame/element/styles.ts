type Styles = { readonly [property: string]: string }

/** Nothing between the visitor and the frame, and nothing that moves: a frame refuses approval under effects. */
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

/** The dialog covers the page, so that a press beside the frame meets it. What is closed the browser hides. */
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

/** Property by property: a style attribute is what a strict policy refuses. Stylesheets of the page must not win. */
export function applyStyles(element: HTMLElement, styles: Styles): void {
  for (const [property, value] of Object.entries(styles)) element.style.setProperty(property, value, 'important')
}

/** Takes the browser's own shade from behind the dialog, as the modal has one; returns its undoing. */
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
