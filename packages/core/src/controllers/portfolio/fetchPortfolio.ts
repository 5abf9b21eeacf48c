import type { Modal } from '../../modal.js'
import { type FetchPortfolioOptions, loadPortfolio } from './loadPortfolio.js'
import type { Portfolio } from './state.js'

/**
 * Reads what the active account holds on its network into the state: tokens, NFTs and their worth, from
 * `services.blockchainApi`. Fresh for 30 s from
 * when the service was asked [S9.2], also where the native balance had it asked. A failure keeps what is known and says why in the state. Resolves with
 * what is known then: undefined without an account or a service, or when the account changed meanwhile.
 */
export async function fetchPortfolio(
  modal: Modal,
  options: FetchPortfolioOptions = {},
): Promise<Portfolio | undefined> {
  return (await loadPortfolio(modal, options)).portfolio
}
