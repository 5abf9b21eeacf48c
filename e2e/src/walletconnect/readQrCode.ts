import type { Locator } from '@playwright/test'
import jsQr from 'jsqr'
import { PNG } from 'pngjs'

/** Returns the text of a QR code on the screen. Throws if there is none. */
export async function readQrCode(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot())
  const read = (jsQr as { readonly default?: typeof jsQr }).default ?? jsQr
  const text = read(new Uint8ClampedArray(data), width, height)?.data
  if (!text) throw new Error(`No code in ${width} × ${height} pixels.`)
  return text
}
