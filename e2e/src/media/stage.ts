import type { Page } from '@playwright/test'

/** One picture of a recording, and how long it is shown, in seconds. */
export type Frame = { readonly png: Buffer; readonly seconds: number }

/** A font that every system can have, so that the pictures don't depend on the machine. */
const font = "Inter, 'Helvetica Neue', Arial, sans-serif"

/** Adds styles to the page by the CSSOM, which its policy allows. */
export async function addStyles(page: Page, css: string): Promise<void> {
  const all = `:root, body, button, input, latchkey-modal, .lk-button { --lk-font: ${font}; font-family: ${font} } ${css}`
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, all)
}

/** Takes pictures of the page, one after the other, until `stop()`. Equal pictures become one frame. */
export function record(page: Page): { stop(): Promise<readonly Frame[]> } {
  const taken: { readonly png: Buffer; readonly at: number }[] = []
  let isOver = false
  const take = async (): Promise<void> => {
    while (!isOver) {
      const at = performance.now()
      const png = await page.screenshot({ animations: 'allow', caret: 'initial' })
      if (!taken.at(-1)?.png.equals(png)) taken.push({ png, at })
    }
  }
  const end = take()
  return {
    async stop() {
      isOver = true
      await end
      // the last one stays for a while, before the recording starts again
      return taken.map(({ png, at }, index) => ({ png, seconds: ((taken[index + 1]?.at ?? at + 2_500) - at) / 1000 }))
    },
  }
}
