/** Adopts a stylesheet: allowed under `style-src 'self'`, unlike a style element. Returns the undo. */
export function adopt(root: DocumentOrShadowRoot, css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
