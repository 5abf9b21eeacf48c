import type { WalletPeer } from '../peer/walletPeer.js'
import { getElement } from './getElement.js'
import { readCode } from './readCode.js'

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
