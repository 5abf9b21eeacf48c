import { internals } from '@latchkey/core'
import { createLazyMark } from '../buttons/lazyMark.js'
import type { ShownBalance } from '../buttons/shownAccount.js'
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
  const mark = document.createElement('span')
  const text = document.createElement('span')
  const drawMark = createLazyMark(mark)
  let request: ButtonFace['request']
  balance.className = 'lk-balance'
  mark.setAttribute('aria-hidden', 'true')
  text.className = 'lk-name'
  text.dir = 'auto'
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
      if (face.balance) showBalance(balance, face.balance)
      const modal = getModal()
      const hasMark = face.account !== undefined || face.network !== undefined
      mark.className = face.account ? 'lk-account' : 'lk-icon lk-network'
      if (hasMark && modal) drawMark(modal, face)
      node.replaceChildren(...(face.balance ? [balance] : []), ...(hasMark ? [mark] : []), text)
      node.toggleAttribute('data-menu', face.hasMenu === true)
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

function showBalance(place: HTMLElement, { text = '', image: src }: ShownBalance): void {
  place.textContent = text
  if (!src) return
  const image = document.createElement('img')
  image.alt = ''
  image.src = src
  place.prepend(image)
}
