import type { Account, AccountType } from '../../contracts/account.js'
import type { ConnectorMeta, User } from '../../contracts/connector.js'
import type { Network } from '../../contracts/network.js'
import { getConnectedWallet, getConnection, getPreferredAccountType } from '../../modal/connections.js'
import type { Social } from '../../modal/features.js'
import { internals, type Modal, type ModalState, type NamespaceState } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import type { TokenBalance } from '../../service/blockchain/types.js'
import { type CaipAddress, type Namespace, parseCaipNetworkId, toCaipAddress } from '../../utils/caip.js'
import type { ShownAmount } from '../portfolio/state.js'
import type { AccountTab } from './state.js'

/** The account of one namespace, for hooks and apps. [S3.6] */
export type AccountState = {
  readonly namespace: Namespace | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly isConnected: boolean
  /** Also set while the connection is restored, if the app's `initialState` includes it. */
  readonly address: string | undefined
  readonly caipAddress: CaipAddress | undefined
  readonly type: AccountType | undefined
  /** The preferred account type of this namespace. [S3.21] */
  readonly preferredAccountType: AccountType | undefined
  /** All accounts of the connection, the active one first. */
  readonly allAccounts: readonly Account[]
  /**
   * Exact decimal string in whole units, of the native currency or of the token of the `tokens` option, once a view or
   * `fetchBalance` has requested it.
   */
  readonly balance: string | undefined
  readonly balanceSymbol: string | undefined
  /** The image of the token that is shown instead of the native currency, if the `tokens` option sets one. */
  readonly balanceImage: string | undefined
  readonly addressExplorerUrl: string | undefined
  /** The app's label for this address. */
  readonly addressLabel: string | undefined
  /** The logged-in user, for wallets with a login. */
  readonly user: User | undefined
  /** The provider of a social login; undefined for email logins. */
  readonly socialProvider: Social | undefined
  /** The link of the running login with Farcaster. */
  readonly farcasterUrl: string | undefined
  /** Whether the smart account is already deployed on the network; undefined if there is none. */
  readonly smartAccountDeployed: boolean | undefined
  /** The connector, with the name and icon of the paired wallet. */
  readonly connectedWalletInfo: ConnectorMeta | undefined
  /** The name and avatar of the address, once a view or `fetchIdentity` has requested them. */
  readonly profileName: string | undefined
  readonly profileImage: string | undefined
  /** The account's tokens, once a view or `fetchPortfolio` has requested them. */
  readonly tokenBalance: readonly TokenBalance[] | undefined
  /** The selected tab of the Account view: tokens, NFTs, activity. */
  readonly currentTab: AccountTab
}

const noAccounts: readonly Account[] = []

/** Returns the address of the last visit, if the page knows it before the wallet has responded. */
const getRestoredAddress = (entry?: NamespaceState): string | undefined =>
  entry?.connection.status === 'connecting' ? entry.connection.address : undefined

/** Returns the account of a namespace. Default: the active one. */
export function getAccount(state: ModalState, namespace?: Namespace | undefined): AccountState {
  const wanted = namespace ?? state.activeNamespace
  const entry = wanted && state.namespaces[wanted]
  const connection = entry?.connection.status === 'connected' ? entry.connection.connection : undefined
  const address = connection?.accounts[0].address ?? getRestoredAddress(entry)
  const last = entry && 'last' in entry.balance ? entry.balance.last : undefined
  const amount: ShownAmount | undefined = last?.token ?? last
  const caipAddress = connection && address ? toCaipAddress(connection.caipNetworkId, address) : undefined
  const identity = entry?.identity?.address === address ? entry?.identity : undefined
  const portfolio = entry?.portfolio?.caipAddress === caipAddress ? entry?.portfolio : undefined
  const explorer = getNetwork(state, wanted)?.blockExplorers?.default.url.replace(/\/$/, '')
  return {
    namespace: wanted,
    status: entry?.connection.status ?? 'disconnected',
    isConnected: connection !== undefined,
    address,
    caipAddress,
    type: connection?.accounts[0].type,
    preferredAccountType: wanted && getPreferredAccountType(state, wanted),
    allAccounts: connection?.accounts ?? noAccounts,
    balance: amount?.balance,
    balanceSymbol: amount?.symbol,
    balanceImage: amount?.image,
    addressExplorerUrl: address && explorer ? `${explorer}/address/${address}` : undefined,
    addressLabel: address ? state.addressLabels[address.toLowerCase()] : undefined,
    user: connection?.user,
    socialProvider: connection?.user?.socialProvider,
    farcasterUrl: state.farcaster?.url,
    smartAccountDeployed: connection?.smartAccountDeployed,
    connectedWalletInfo: connection && getConnectedWallet(state, connection),
    profileName: identity?.name,
    profileImage: identity?.image,
    tokenBalance: portfolio?.last?.tokens,
    currentTab: state.accountTab ?? 0,
  }
}

/**
 * Whether the connected wallet has a smart account on its current network, so that the account type can be set to it.
 * Default namespace: the active one. [S6.2]
 */
export function isSmartAccountEnabled(state: ModalState, namespace?: Namespace | undefined): boolean {
  const connection = getConnection(state, namespace)
  if (connection?.namespace !== 'eip155') return false
  const reference = parseCaipNetworkId(connection.caipNetworkId)?.reference
  return connection.smartAccountEnabledNetworks?.some((id) => String(id) === reference) ?? false
}

/** Whether the active account of a network's namespace exists on that network: a smart account is on some networks only. */
export function isAccountOn(state: ModalState, { id, chainNamespace }: Network): boolean {
  const { accounts, smartAccountEnabledNetworks } = getConnection(state, chainNamespace) ?? {}
  return accounts?.[0].type !== 'smartAccount' || (smartAccountEnabledNetworks?.includes(Number(id)) ?? true)
}

/** Shows a label of the app instead of an address. */
export function addAddressLabel(
  modal: Modal,
  { address, label }: { readonly address: string; readonly label: string },
): void {
  modal[internals].store.setState((state) => ({
    ...state,
    addressLabels: { ...state.addressLabels, [address.toLowerCase()]: label },
  }))
}

export function removeAddressLabel(modal: Modal, { address }: { readonly address: string }): void {
  modal[internals].store.setState((state) => {
    const { [address.toLowerCase()]: _removed, ...addressLabels } = state.addressLabels
    return { ...state, addressLabels }
  })
}

/** Selects a tab of the Account view. Kept until the page is left. */
export function setAccountTab(modal: Modal, accountTab: AccountTab): void {
  modal[internals].store.setState((state) => ({ ...state, accountTab }))
}
