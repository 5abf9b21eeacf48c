import type { Locator } from '@playwright/test'
import jsQr from 'jsqr'
import { PNG } from 'pngjs'

/** What the pixels of a code on the screen say. Throws where they say nothing. */
export async function readQrCode(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot())
  const read = (jsQr as { readonly default?: typeof jsQr }).default ?? jsQr
  const text = read(new Uint8ClampedArray(data), width, height)?.data
  if (!text) throw new Error(`No code in ${width} × ${height} pixels.`)
  return text
}
