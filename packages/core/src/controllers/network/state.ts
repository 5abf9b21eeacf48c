import type { CaipNetworkId } from '../../utils/caip.js'

/** The network of one namespace while no wallet decides it. */
export type NetworkChoice = {
  readonly caipNetworkId: CaipNetworkId | undefined
  /** The visitor or the app chose it, so a wallet is asked for it after connecting. */
  readonly isChosen: boolean
}
