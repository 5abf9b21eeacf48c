import { mayHaveName } from '../buttons/mayHaveName.js'
import { loadBalanceWatch, loadNameWatch } from '../buttons/watches.js'
import type { UiModal } from '../uiModal.js'
import type { LatchkeyAccountEvent, ToFace } from './buttonElement.js'
import { createLazyWatch } from './createLazyWatch.js'
import type { OpenButton } from './createOpenButton.js'
import { readAccount } from './readAccount.js'
import { readAttributes } from './readAttributes.js'

export type Following = {
  readonly modal: UiModal
  /** Shows what the attributes say now. */
  update(): void
  stop(): void
}

const names = ['namespace', 'status', 'address', 'caipNetworkId', 'label'] as const

/** Starts the modal, shows its state in the button of an element, and tells the page of the account. */
export function followModal(modal: UiModal, host: HTMLElement, button: OpenButton, toFace: ToFace): Following {
  const balance = createLazyWatch(modal, loadBalanceWatch)
  const name = createLazyWatch(modal, loadNameWatch)
  let told = readAccount(modal.getState(), readAttributes(host).namespace)

  const update = (): void => {
    const attributes = readAttributes(host)
    const face = toFace(modal, attributes)
    if (face) button.show(face, host.hasAttribute('disabled'))
    if (!face) host.replaceChildren()
    else if (!button.node.isConnected) host.replaceChildren(button.node)

    const account = readAccount(modal.getState(), attributes.namespace)
    balance.watch(attributes.showBalance && account.status === 'connected', attributes.namespace)
    const isShown = account.label !== undefined && face?.text === account.label
    name.watch(isShown && mayHaveName(modal, modal.getState(), attributes.namespace), attributes.namespace)
    const isNews = names.some((name) => account[name] !== told[name])
    told = account
    if (!isNews) return
    const event: LatchkeyAccountEvent = new CustomEvent('latchkey-account', { detail: account, bubbles: true })
    host.dispatchEvent(event)
  }

  modal.start()
  const stops = [button.follow(modal), modal.subscribe(update), balance.stop, name.stop]
  update()
  return {
    modal,
    update,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
