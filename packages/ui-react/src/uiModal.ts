import type {
  CloseOptions,
  InitialStateOption,
  Modal,
  ModalOptions,
  OpenRequest,
  Payment,
  PayRequest,
  Plugin,
  SendRequest,
  SentTransfer,
  ViewName,
} from '@latchkey/core'
import type { ComponentType } from 'react'
import type { AnyViewDefinition } from './defineView.js'
import type { LocaleChoice } from './i18n/locale.js'
import type { Messages } from './i18n/messages/keys.js'

/** Options of the UI, in addition to those of core. */
export type UiOptions = {
  /** The app's own texts in place of ours. */
  readonly messages?: Partial<Messages> | undefined
  /**
   * The language of texts, numbers and dates; `auto` for the first of the user's languages that the modal has. Default: English
   * texts, and dates as in the user's system.
   */
  readonly locale?: LocaleChoice | undefined
  /** Views of the app, or in place of ours. */
  readonly views?: readonly AnyViewDefinition[] | undefined
  /**
   * When the code for opening the modal is loaded: once the page is idle (default; from where the app's scripts are, and not if the
   * user saves data or is on 2G), when the pointer or the focus reaches a button, or with the first click (false).
   */
  readonly prefetch?: 'idle' | 'hover' | false | undefined
  /**
   * `auto` (default): wide windows show the connection methods in two panes, with the list beside the view of the selected one.
   * `compact`: one pane in every window. An inline modal is always compact.
   */
  readonly layout?: 'auto' | 'compact' | undefined
}

/** The options, and the language as it is now. */
export type UiState = Omit<UiOptions, 'locale'> & {
  /** The last choice. */
  locale?: LocaleChoice | undefined
  /** Its texts with the app's own over them, once `state.locale` says that they are there. */
  texts?: Partial<Messages> | undefined
  /** Settles once the requested language is shown, or English in its place. */
  loading?: Promise<void> | undefined
  /** Images of networks, tokens and wallets that were found, by name; see useImage. */
  readonly images: Map<string, string>
  /** Whether a hook has warned that the modal is not started. */
  hasWarned?: boolean | undefined
  /** Id of the connector that was clicked last: of several clicks while the code to connect loads, that one counts. */
  clicked?: string | undefined
  /** The button that the page shows, if it is ours; see warmUpConnecting. */
  button?: ComponentType | undefined
  /** Notified of changes after the frame that shows them; see useModalStateAfterPaint. */
  deferred?: DeferredListeners | undefined
}

export type DeferredListeners = { readonly listeners: Set<() => void>; readonly stop: () => void }

export type CreateModalOptions<plugins extends readonly Plugin[] = readonly Plugin[]> = ModalOptions<plugins> &
  InitialStateOption &
  UiOptions

/** A modal with its element and views. */
export type UiModal<plugins extends readonly Plugin[] = readonly Plugin[]> = Modal<plugins> & {
  readonly ui: UiState
  /**
   * Opens a transfer that the app fills in; resolves as soon as the wallet has sent it. Rejects with `MODAL_CLOSED` if the
   * user leaves without sending; see `requestSend` of core for all errors.
   *
   * @example
   * const { hash } = await modal.open({ view: 'WalletSend', arguments: { to: '0x…', amount: '0.5' } })
   */
  open(request: SendRequest): Promise<SentTransfer>
  /**
   * Opens the modal, and starts it if needed. Default view: the account when connected, else the connection methods.
   * Rejects with `ADAPTER_NOT_FOUND`, or if the code of the modal cannot be loaded; a later call tries again. Does nothing
   * on a server.
   */
  open<view extends ViewName>(request?: OpenRequest<view>): Promise<void>
  /** Closes the modal. Resolves to false if the view requires a decision first and `force` is not set. */
  close(options?: CloseOptions): Promise<boolean>
  /**
   * Requests a payment from the connected wallet; resolves once it is in a block. Needs the feature `pay`.
   *
   * Rejects with `MODAL_CLOSED`, `USER_REJECTED`, `TRANSFER_FAILED`, `TIMED_OUT` if the user has not decided within an hour,
   * `OUTCOME_UNKNOWN` if it may have been paid, or `INVALID_PAYMENT`, whose details name the invalid field; see `pay` of core for
   * all errors.
   *
   * @example
   * const { hash } = await modal.pay({ recipient: '0x…', asset: 'eip155:8453/erc20:0x…', amount: '12.50' })
   */
  pay(request: PayRequest): Promise<Payment>
  /**
   * Loads and renders the closed modal, and reads `services.config`. Buttons call it on hover and focus. Does nothing with
   * `prefetch: false`.
   */
  prefetch(): void
  /**
   * The `<latchkey-modal>` of this modal, for apps that place it themselves (`disableAppend`, `inline`). Always
   * the same one. Null on a server.
   */
  getElement(): LatchkeyModalElement | null
}

/** The mounted modal, shown or not. */
export type Shell = {
  /** Loads the view that opening would show now, once the page has painted. */
  prepare(): void
  show(): void
  hide(): void
  unmount(): void
}

/** The host of one modal: an element like any other until the modal is first opened or prepared. */
export type LatchkeyModalElement = HTMLElement & {
  modal: UiModal | undefined
  /** Renders the closed dialog. Once the element is defined. */
  prepare?(): Promise<Shell>
}
