import type { ModalState } from '../../modal.js'
import { type CaipAddress, toCaipAddress } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { getNetwork } from '../network/getNetwork.js'

/** The account that signs in: the active one, on a network of this modal. */
export type SignInAccount = {
  readonly caipAddress: CaipAddress
  readonly address: string
  readonly connection: Connection
  readonly isSmartAccount: boolean
}

/** Undefined where nothing is connected, or the wallet is on a network that the modal lacks: that comes first. [S4.21] */
export function getSignInAccount(state: ModalState): SignInAccount | undefined {
  const connection = getConnection(state)
  if (!connection || !getNetwork(state)) return undefined
  const { address, type } = connection.accounts[0]
  return {
    caipAddress: toCaipAddress(connection.caipNetworkId, address),
    address,
    connection,
    isSmartAccount: type === 'smartAccount',
  }
}
