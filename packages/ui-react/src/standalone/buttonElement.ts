import type { Namespace, OpenRequest } from '@latchkey/core'
import type { ButtonMark } from '../buttons/buttonMark.js'
import type { ShownAccount, ShownBalance } from '../buttons/shownAccount.js'
import type { UiModal } from '../uiModal.js'

/** `<latchkey-button>`, `<latchkey-account-button>` or `<latchkey-network-button>`. */
export type LatchkeyButtonElement = HTMLElement & {
  /** The modal of the button. Default: that of `defineElements`. */
  modal: UiModal | undefined
}

/** `latchkey-account`: fired by a button, and bubbling, whenever one of these changes. */
export type LatchkeyAccountEvent = CustomEvent<ShownAccount>

/** The attributes of an element, parsed. */
export type ButtonAttributes = {
  /** `namespace`. Default: the active namespace. */
  readonly namespace: Namespace | undefined
  /** `label`: the text of the button while there is nothing else to show. */
  readonly label: string | undefined
  /** `loading-label`: its text while connecting. */
  readonly loadingLabel: string | undefined
  /** `show-balance`: the native balance beside the address. */
  readonly showBalance: boolean
}

/** Current content of a button. */
export type ButtonFace = ButtonMark & {
  readonly text: string
  /** Shown before the text, in a muted color. */
  readonly balance?: ShownBalance | undefined
  /** Whether a chevron says that a click opens more. */
  readonly hasMenu?: boolean | undefined
  readonly kind: 'primary' | 'plain'
  readonly isBusy?: boolean | undefined
  readonly request?: OpenRequest | undefined
}

/** Returns the content of the button; null hides it. */
export type ToFace = (modal: UiModal, attributes: ButtonAttributes) => ButtonFace | null
