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
import type { AnyViewDefinition } from './defineView.js'
import type { LocaleChoice } from './i18n/locale.js'
import type { Messages } from './i18n/messages/keys.js'

/** What the UI adds to the options of core. */
export type UiOptions = {
  /** The app's own words in place of ours. */
  readonly messages?: Partial<Messages> | undefined
  /**
   * The language of texts, numbers and dates; `auto` for the first of the visitor's that the modal speaks. English texts and
   * dates as in the visitor's system unless told.
   */
  readonly locale?: LocaleChoice | undefined
  /** Views of the app, or in place of ours. */
  readonly views?: readonly AnyViewDefinition[] | undefined
  /** Loads what opening needs, and reads `services.config`, with the start instead of the first pointer-over. Off unless told. */
  readonly prefetch?: boolean | undefined
}

/** The options, and the language as it is now. */
export type UiState = Omit<UiOptions, 'locale'> & {
  /** The last choice. */
  locale?: LocaleChoice | undefined
  /** Its texts with the app's own over them, once `state.locale` says that they are there. */
  texts?: Partial<Messages> | undefined
  /** Settles when what `locale` asks for is shown, or English in its place. */
  loading?: Promise<void> | undefined
}

export type CreateModalOptions<plugins extends readonly Plugin[] = readonly Plugin[]> = ModalOptions<plugins> &
  InitialStateOption &
  UiOptions

/** A modal with its element and views. */
export type UiModal<plugins extends readonly Plugin[] = readonly Plugin[]> = Modal<plugins> & {
  readonly ui: UiState
  /**
   * Has the visitor send what the app fills in; resolves as soon as the wallet has sent it. Rejects with `MODAL_CLOSED` where the
   * visitor leaves without sending; see `requestSend` of core for all.
   *
   * @example
   * const { hash } = await modal.open({ view: 'WalletSend', arguments: { to: '0x…', amount: '0.5' } })
   */
  open(request: SendRequest): Promise<SentTransfer>
  /**
   * Opens the modal, and starts it if need be: the view asked for, else the account when connected, else the ways to
   * connect. Rejects with `ADAPTER_NOT_FOUND`, or when the code of the modal cannot be loaded; ask again then. Does
   * nothing on a server.
   */
  open<view extends ViewName>(request?: OpenRequest<view>): Promise<void>
  /** Closes it. False where the view asks for a decision first, and `force` is not set. */
  close(options?: CloseOptions): Promise<boolean>
  /**
   * Asks the visitor for a payment from the connected wallet; resolves once it is in a block. Needs the feature `pay`.
   *
   * Rejects with `MODAL_CLOSED`, `USER_REJECTED`, `TRANSFER_FAILED`, `TIMED_OUT` where nobody knows what became of it, or
   * `INVALID_PAYMENT`, whose details name the field that is wrong; see `pay` of core for all.
   *
   * @example
   * const { hash } = await modal.pay({ recipient: '0x…', asset: 'eip155:8453/erc20:0x…', amount: '12.50' })
   */
  pay(request: PayRequest): Promise<Payment>
  /** Loads and renders what opening needs, unseen. Buttons call it on pointer-over and focus. */
  prefetch(): void
  /**
   * The `<latchkey-modal>` of this modal, for apps that place it themselves (`disableAppend`, `enableEmbedded`). Always
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
