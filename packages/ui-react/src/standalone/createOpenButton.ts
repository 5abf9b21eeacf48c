import { internals } from '@latchkey/core'
import { afterPaint } from '../hooks/afterPaint.js'
import { loadImage, toNetworkImageRequest } from '../hooks/loadImage.js'
import { toAvatarColors } from '../primitives/avatarColors.js'
import { applyTheme } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'
import type { ButtonFace } from './buttonElement.js'

export type OpenButton = {
  readonly node: HTMLButtonElement
  show(face: ButtonFace, isDisabled: boolean): void
  /** Follows the theme of the modal. Returns its unsubscribe. */
  follow(modal: UiModal): () => void
}

/** A button that opens the modal, and loads it when it is about to be needed: OpenButton without React. */
export function createOpenButton(document: Document, getModal: () => UiModal | undefined): OpenButton {
  const node = document.createElement('button')
  const balance = document.createElement('span')
  const text = document.createElement('span')
  const account = createAccountMark(document)
  const network = createNetworkMark(document, getModal)
  const chevron = createChevron(document)
  let request: ButtonFace['request']
  balance.className = 'lk-balance'
  text.className = 'lk-name'
  node.type = 'button'
  node.className = 'lk-button'
  node.setAttribute('aria-haspopup', 'dialog')
  node.addEventListener('click', () => {
    const modal = getModal()
    modal?.open(request).catch(modal[internals].warn)
  })
  for (const event of ['pointerover', 'focus']) node.addEventListener(event, () => getModal()?.prefetch())

  return {
    node,
    show(face, isDisabled) {
      request = face.request
      text.textContent = face.text
      balance.textContent = face.balance ?? ''
      network.show(face.network, face.account ? 'lk-chain' : 'lk-icon lk-network')
      if (face.account) account.show(face.account, face.network && network.node)
      const mark = face.account ? account.node : face.network && network.node
      node.replaceChildren(
        ...(face.balance ? [balance] : []),
        ...(mark ? [mark] : []),
        text,
        ...(face.opensMore ? [chevron] : []),
      )
      node.disabled = isDisabled
      node.dataset['kind'] = face.kind
      if (face.isBusy) node.setAttribute('aria-busy', 'true')
      else node.removeAttribute('aria-busy')
    },
    follow(modal) {
      applyTheme(node, modal.getState().theme)
      return modal.subscribe(({ theme }, { theme: before }) => {
        if (theme !== before) applyTheme(node, theme, before)
      })
    },
  }
}

type AccountMark = {
  readonly node: HTMLElement
  show(account: NonNullable<ButtonFace['account']>, network: HTMLElement | undefined): void
}

/** The picture of an account, with its network at the corner: Avatar without React. */
function createAccountMark(document: Document): AccountMark {
  const node = document.createElement('span')
  node.className = 'lk-account'
  node.setAttribute('aria-hidden', 'true')
  const colors = document.createElement('span')
  colors.className = 'lk-avatar'
  const picture = document.createElement('img')
  picture.className = 'lk-avatar'
  picture.alt = ''
  picture.addEventListener('error', () => picture.replaceWith(colors))
  return {
    node,
    show({ address, image }, network) {
      // through the CSSOM, which a strict CSP allows
      const stops = toAvatarColors(address).map(({ offset, color }) => `${color} ${offset * 100}%`)
      colors.style.backgroundImage = `linear-gradient(135deg, ${stops.join(', ')})`
      const isNew = image !== undefined && picture.getAttribute('src') !== image
      if (isNew) picture.src = image
      const shown = image === undefined || (!isNew && colors.isConnected) ? colors : picture
      node.replaceChildren(shown, ...(network ? [network] : []))
    },
  }
}

type NetworkMark = { readonly node: HTMLElement; show(network: ButtonFace['network'], className: string): void }

/** The icon of a network. Its place stays empty until it is loaded, so that nothing moves. */
function createNetworkMark(document: Document, getModal: () => UiModal | undefined): NetworkMark {
  const node = document.createElement('span')
  node.setAttribute('aria-hidden', 'true')
  const picture = document.createElement('img')
  picture.alt = ''
  let shownKey: string | undefined
  let cancel = (): void => undefined
  return {
    node,
    show(network, className) {
      node.className = className
      const modal = getModal()
      if (!network || !modal) return
      const request = toNetworkImageRequest(network, modal.getState().status === 'ready')
      const own = network.assets?.imageUrl
      const key = `${request.key} ${own}`
      if (key === shownKey) return
      shownKey = key
      cancel()
      const setImage = (src: string | undefined): void => {
        if (shownKey !== key) return
        if (src) {
          picture.src = src
          node.replaceChildren(picture)
        } else {
          const isAlone = !node.classList.contains('lk-chain')
          node.replaceChildren(...(isAlone ? [Array.from(network.name.trim())[0]?.toUpperCase() ?? ''] : []))
        }
      }
      const loadOther = (): void => {
        loadImage(modal, request.key, request.load).then(setImage)
      }
      picture.onerror = () => {
        picture.onerror = () => setImage(undefined)
        if (own) loadOther()
        else setImage(undefined)
      }
      cancel = afterPaint(() => (own ? setImage(own) : loadOther()))
    },
  }
}

/** Says that a click opens more. */
function createChevron(document: Document): Element {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  svg.setAttribute('class', 'lk-chevron')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', 'm4 6 4 4 4-4')
  svg.append(path)
  return svg
}
