import { isNamespace, type Namespace } from '@latchkey/core'
import { getShownAccount } from '../buttons/shownAccount.js'
import { loadBalanceWatch, loadNameWatch, mayHaveName, type Watch } from '../buttons/watches.js'
import type { UiModal } from '../uiModal.js'
import type { ButtonAttributes, LatchkeyAccountEvent, ToFace } from './buttonElement.js'
import type { OpenButton } from './createOpenButton.js'

export type Following = {
  readonly modal: UiModal
  /** Applies the current attributes. */
  update(): void
  stop(): void
}

const names = ['namespace', 'status', 'address', 'caipNetworkId', 'label', 'image'] as const

/** Starts the modal, shows its state in the button of an element, and dispatches account events. */
export function followModal(modal: UiModal, host: HTMLElement, button: OpenButton, toFace: ToFace): Following {
  const balance = createLazyWatch(modal, loadBalanceWatch)
  const name = createLazyWatch(modal, loadNameWatch)
  let reported = getShownAccount(modal.getState(), readAttributes(host).namespace)

  const update = (): void => {
    const attributes = readAttributes(host)
    const face = toFace(modal, attributes)
    if (face) button.show(face, host.hasAttribute('disabled'))
    if (!face) host.replaceChildren()
    else if (!button.node.isConnected) host.replaceChildren(button.node)

    const account = getShownAccount(modal.getState(), attributes.namespace)
    balance.watch(attributes.showBalance && account.status === 'connected', attributes.namespace)
    const isShown = account.label !== undefined && face?.text === account.label
    name.watch(isShown && mayHaveName(modal, modal.getState(), attributes.namespace), attributes.namespace)
    const isNews = names.some((name) => account[name] !== reported[name])
    reported = account
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

type LazyWatch = {
  /** Starts or stops watching a namespace for a button. */
  watch(isWanted: boolean, namespace: Namespace | undefined): void
  stop(): void
}

/** Watches something while a button shows it; the code for that is loaded on first use. */
function createLazyWatch(modal: UiModal, load: () => Promise<Watch>): LazyWatch {
  let wanted: { readonly namespace: Namespace | undefined } | undefined
  let end: (() => void) | undefined

  const stop = (): void => {
    wanted = undefined
    end?.()
    end = undefined
  }
  return {
    watch(isWanted, namespace) {
      if (isWanted === (wanted !== undefined) && wanted?.namespace === namespace) return
      stop()
      if (!isWanted) return
      const current = { namespace }
      wanted = current
      load().then(
        (watch) => {
          if (wanted === current) end = watch(modal, namespace)
        },
        () => {
          // the address is shown without it
        },
      )
    },
    stop,
  }
}

/** Reads the attributes of a button's element. Ignores an unknown namespace. */
function readAttributes(host: HTMLElement): ButtonAttributes {
  const namespace = host.getAttribute('namespace')
  return {
    namespace: isNamespace(namespace) ? namespace : undefined,
    label: host.getAttribute('label') ?? undefined,
    loadingLabel: host.getAttribute('loading-label') ?? undefined,
    showBalance: host.hasAttribute('show-balance'),
  }
}
