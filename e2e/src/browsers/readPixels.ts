import jsQr from 'jsqr'
import { PNG } from 'pngjs'
import { viewport } from './BrowserPage.js'
import type { Control } from './page/findControl.js'

/** Returns the text of a QR code in a screenshot; empty if there is none. */
export function readPixels(picture: Uint8Array, { point, width, height }: Control): string {
  const all = PNG.sync.read(Buffer.from(picture))
  // a screen may have several device pixels per CSS pixel
  const scale = all.width / viewport.width
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const part = new PNG(size)
  const corner = { x: Math.round((point.x - width / 2) * scale), y: Math.round((point.y - height / 2) * scale) }
  PNG.bitblt(all, part, corner.x, corner.y, size.width, size.height, 0, 0)
  const read = (jsQr as { readonly default?: typeof jsQr }).default ?? jsQr
  return read(new Uint8ClampedArray(part.data), size.width, size.height)?.data ?? ''
}
