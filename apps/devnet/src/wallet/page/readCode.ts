import jsQr from 'jsqr'

/** The text of the QR code in a picture; null where there is none. */
export async function readCode(picture: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(bitmap, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  // published for both module systems, so that some bundlers wrap it
  const read = (jsQr as { readonly default?: typeof jsQr }).default ?? jsQr
  return read(data, width, height)?.data ?? null
}
