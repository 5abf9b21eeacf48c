import jsQr from 'jsqr'
import type { WalletPeer } from '../peer/peer.js'
import { getElement } from './elements.js'

/** Takes codes as text, as pictures that are chosen or pasted, and from the address (`#uri=`), as a link brings them. */
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
  const pairByPicture = async (picture: Blob): Promise<void> => {
    const uri = await readCode(picture).catch(() => null)
    if (uri) await pair(uri)
    else result.textContent = 'There is no QR code in the picture.'
  }
  const pairByAddress = (): void => {
    const uri = new URLSearchParams(location.hash.slice(1)).get('uri')
    if (!uri) return
    // a reload does not pair again
    history.replaceState(null, '', location.pathname)
    void pair(uri)
  }

  getElement('pair', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void pair(code.value)
  })
  screenshot.addEventListener('change', () => {
    const [picture] = screenshot.files ?? []
    if (picture) void pairByPicture(picture)
    screenshot.value = ''
  })
  addEventListener('paste', (event) => {
    const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture) void pairByPicture(picture)
  })
  addEventListener('hashchange', pairByAddress)
  pairByAddress()
}

/** The text of the QR code in a picture; null where there is none. */
async function readCode(picture: Blob): Promise<string | null> {
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
