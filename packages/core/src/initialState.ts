import type { ModalState } from './modal.js'

/** Takes the state that the options make, and gives it with what the page knows already of the visitor. */
export type InitialState = (state: ModalState) => ModalState

export type InitialStateOption = {
  /**
   * What the modal starts with, on a server and in the first render of a page alike: as a rule that of
   * `cookieToInitialState`. Nothing is connected by it: wallets are asked as ever.
   */
  readonly initialState?: InitialState | undefined
}
