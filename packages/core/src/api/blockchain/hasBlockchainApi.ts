import { internals, type Modal } from '../../modal.js'

/** Whether the app has named a service for balances, prices, names and swaps. */
export function hasBlockchainApi(modal: Modal): boolean {
  return modal[internals].options.services.blockchainApi !== undefined
}
