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
