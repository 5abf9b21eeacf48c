import {
  type CaipAddress,
  type CaipNetworkId,
  type ConnectionState,
  type ModalState,
  type Namespace,
  toCaipAddress,
  toShortAddress,
} from '@latchkey/core'

/** The account of a namespace, as buttons show it. */
export type ShownAccount = {
  readonly namespace: Namespace | undefined
  readonly status: ConnectionState['status']
  /** Also while a connection is being restored, if it is known. */
  readonly address: string | undefined
  /** Once connected. */
  readonly caipAddress: CaipAddress | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
  /** The app's own name for the address, else the one that it has, else the short address. */
  readonly label: string | undefined
  /** URL of the picture that goes with its name. */
  readonly image: string | undefined
}

/**
 * Returns the account of a namespace (default: the active one) for buttons, with and without React. Reads the state
 * directly, so that the first page loads no actions of core.
 */
export function getShownAccount(
  state: ModalState,
  namespace: Namespace | undefined = state.activeNamespace,
): ShownAccount {
  const entry = namespace && state.namespaces[namespace]
  const { connection } = entry ?? {}
  const live = connection?.status === 'connected' ? connection.connection : undefined
  const address = live ? live.accounts[0].address : connection?.status === 'connecting' ? connection.address : undefined
  const caipNetworkId = live?.caipNetworkId ?? entry?.network.caipNetworkId
  const identity = entry?.identity?.address === address ? entry?.identity : undefined
  const label = address && (state.addressLabels[address.toLowerCase()] ?? identity?.name ?? toShortAddress(address))
  return {
    namespace,
    status: connection?.status ?? 'disconnected',
    address,
    caipAddress: live && caipNetworkId && address ? toCaipAddress(caipNetworkId, address) : undefined,
    caipNetworkId,
    label: label || undefined,
    image: identity?.image,
  }
}

/** Three decimals, never more than the balance. */
const balanceFormat: Intl.NumberFormatOptions = {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  roundingMode: 'trunc',
}

/** A balance as buttons show it. */
export type ShownBalance = {
  /** In the language of the modal, e.g. `1,204.500 USDC`. Undefined while it is loading. */
  readonly text: string | undefined
  /** URL of the picture of the token shown in place of the native currency. */
  readonly image: string | undefined
}

/** Returns the balance that a button shows for a namespace. Undefined where it is neither known nor being loaded. */
export function getShownBalance(
  state: ModalState,
  namespace: Namespace | undefined = state.activeNamespace,
): ShownBalance | undefined {
  const { balance, connection } = (namespace && state.namespaces[namespace]) ?? {}
  const last = balance && 'last' in balance ? balance.last : undefined
  const shown = last?.token ?? last
  if (shown) {
    const format = new Intl.NumberFormat(state.locale ?? 'en', balanceFormat)
    // as a string: a number would lose digits
    return { text: `${format.format(shown.balance as `${number}`)} ${shown.symbol}`, image: last?.token?.image }
  }
  const isLoading = balance?.status === 'loading' || connection?.status === 'connecting'
  return isLoading ? { text: undefined, image: undefined } : undefined
}
