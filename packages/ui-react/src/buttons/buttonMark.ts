import type { Network } from '@latchkey/core'
import { afterPaint } from '../hooks/afterPaint.js'
import { loadImage, toNetworkImageRequest } from '../hooks/loadImage.js'
import { toAvatarColors } from '../primitives/avatarColors.js'
import type { UiModal } from '../uiModal.js'

/** The icon of a button: an account with its network at the corner, or a network. */
export type ButtonMark = {
  readonly account?: { readonly address: string; readonly image: string | undefined } | undefined
  readonly network?: Network | undefined
}

export type DrawMark = (modal: UiModal, mark: ButtonMark) => void

/** Draws icons into an element of a button, with and without React. */
export function createButtonMark(place: HTMLElement): DrawMark {
  const { ownerDocument: document } = place
  const corner = document.createElement('span')
  corner.className = 'lk-chain'
  const picture = createPicture(document)
  const showNetwork = createNetworkIcon(document)
  return (modal, { account, network }) => {
    if (account) place.replaceChildren(picture(account), ...(network ? [corner] : []))
    if (network) showNetwork(modal, network, account ? corner : place)
  }
}

type Account = NonNullable<ButtonMark['account']>

/** The owner's picture, or one derived from the address; as Avatar. */
function createPicture(document: Document): (account: Account) => HTMLElement {
  const colors = document.createElement('span')
  const image = document.createElement('img')
  colors.className = 'lk-avatar'
  image.className = 'lk-avatar'
  image.alt = ''
  let failed: string | undefined
  image.addEventListener('error', () => {
    failed = image.src
    image.replaceWith(colors)
  })
  return ({ address, image: src }) => {
    // through the CSSOM, which a strict CSP allows
    const stops = toAvatarColors(address).map(({ offset, color }) => `${color} ${offset * 100}%`)
    colors.style.backgroundImage = `linear-gradient(135deg, ${stops.join(', ')})`
    if (src !== undefined && image.getAttribute('src') !== src) image.src = src
    return src === undefined || image.src === failed ? colors : image
  }
}

/** Shows the icon of a network in a place, once it is loaded; on its own, its first letter if there is none. */
function createNetworkIcon(document: Document): (modal: UiModal, network: Network, place: HTMLElement) => void {
  let shown: string | undefined
  let cancel = (): void => undefined

  return (modal, network, place) => {
    const request = toNetworkImageRequest(network, modal.getState().status === 'ready')
    const own = network.assets?.imageUrl
    const key = `${place.className} ${own ?? request.key}`
    if (key === shown) return
    shown = key
    cancel()
    const letter = place.classList.contains('lk-chain') ? '' : (Array.from(network.name.trim())[0]?.toUpperCase() ?? '')
    const show = (src: string | undefined, onFail: () => void): void => {
      if (shown !== key) return
      if (!src) {
        place.replaceChildren(letter)
        return
      }
      const image = document.createElement('img')
      image.alt = ''
      image.addEventListener('error', onFail)
      image.src = src
      place.replaceChildren(image)
    }
    const showLetter = (): void => show(undefined, () => undefined)
    const showOther = (): void => {
      void loadImage(modal, request.key, request.load).then((src) => show(src, showLetter))
    }
    cancel = afterPaint(() => (own ? show(own, showOther) : showOther()))
  }
}
