import jsQr from 'jsqr'
import type { WalletPeer } from '../peer/peer.js'
import { getElement } from './elements.js'

/** Mounts the pairing form: accepts URIs as text, as chosen or pasted images, and from the URL (`#uri=`). */
export function mountPairing(peer: WalletPeer): void {
  const result = getElement('pair-result', HTMLElement)
  const code = getElement('code', HTMLInputElement)
  const screenshot = getElement('screenshot', HTMLInputElement)

  const pair = async (uri: string): Promise<void> => {
    result.textContent = ''
    try {
      await peer.pair(uri.trim())
      code.value = ''
    } catch (error) {
      result.textContent = `Not paired: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  const pairByImage = async (image: Blob): Promise<void> => {
    const uri = await readCode(image).catch(() => null)
    if (uri) await pair(uri)
    else result.textContent = 'There is no QR code in the picture.'
  }
  const pairByAddress = (): void => {
    const uri = new URLSearchParams(location.hash.slice(1)).get('uri')
    if (!uri) return
    // a reload must not pair again
    history.replaceState(null, '', location.pathname)
    void pair(uri)
  }

  getElement('pair', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void pair(code.value)
  })
  screenshot.addEventListener('change', () => {
    const [image] = screenshot.files ?? []
    if (image) void pairByImage(image)
    screenshot.value = ''
  })
  addEventListener('paste', (event) => {
    const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (image) void pairByImage(image)
  })
  addEventListener('hashchange', pairByAddress)
  pairByAddress()
}

/** Reads the QR code of an image; null without one. */
async function readCode(image: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(image)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(bitmap, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  // some bundlers wrap this CommonJS default export
  const read = (jsQr as { readonly default?: typeof jsQr }).default ?? jsQr
  return read(data, width, height)?.data ?? null
}
