import type { Account, AccountType } from '../../contracts/account.js'
import type { ConnectorMeta, User } from '../../contracts/connector.js'
import { getConnectedWallet, getConnection, getPreferredAccountType } from '../../modal/connections.js'
import type { Social } from '../../modal/features.js'
import { internals, type Modal, type ModalState, type NamespaceState } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import type { TokenBalance } from '../../service/blockchain/types.js'
import { type CaipAddress, type Namespace, parseCaipNetworkId, toCaipAddress } from '../../utils/caip.js'
import type { ShownAmount } from '../portfolio/state.js'
import type { AccountTab } from './state.js'

/** The account of one namespace, as hooks and apps read it. [S3.6] */
export type AccountState = {
  readonly namespace: Namespace | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly isConnected: boolean
  /** Also while it is restored, where the app's `initialState` says it. */
  readonly address: string | undefined
  readonly caipAddress: CaipAddress | undefined
  readonly type: AccountType | undefined
  /** The kind of account that is preferred in this namespace. [S3.21] */
  readonly preferredAccountType: AccountType | undefined
  /** All accounts of the connection, the active one first. */
  readonly allAccounts: readonly Account[]
  /** Exact decimal text in whole units, of the native currency or of the token of the option `tokens`, once a view or `fetchBalance` has asked for it. */
  readonly balance: string | undefined
  readonly balanceSymbol: string | undefined
  /** The picture of the token that shows in place of the native currency, where the option `tokens` names one. */
  readonly balanceImage: string | undefined
  readonly addressExplorerUrl: string | undefined
  /** The app's own name for this address. */
  readonly addressLabel: string | undefined
  /** Who is logged in, where the wallet belongs to a login. */
  readonly user: User | undefined
  /** Where that visitor logged in; undefined of a login by email. */
  readonly socialProvider: Social | undefined
  /** The link of a login with Farcaster that runs. */
  readonly farcasterUrl: string | undefined
  /** Whether the smart account is a contract on the network already; undefined where there is none. */
  readonly smartAccountDeployed: boolean | undefined
  /** Its connector; name and icon are those of the wallet that was paired with. */
  readonly connectedWalletInfo: ConnectorMeta | undefined
  /** What the address is called, and its picture, once a view or `fetchIdentity` has asked for it. */
  readonly profileName: string | undefined
  readonly profileImage: string | undefined
  /** What the account holds, once a view or `fetchPortfolio` has asked for it. */
  readonly tokenBalance: readonly TokenBalance[] | undefined
  /** The tab of the account that is shown: tokens, NFTs, activity. */
  readonly currentTab: AccountTab
}

const none: readonly Account[] = []

/** What it was at the last visit, where the page knew it before the wallet has answered. */
const getRestored = (entry?: NamespaceState): string | undefined =>
  entry?.connection.status === 'connecting' ? entry.connection.address : undefined

/** Reads the account of a namespace, the active one unless told. */
export function getAccount(state: ModalState, namespace?: Namespace | undefined): AccountState {
  const wanted = namespace ?? state.activeNamespace
  const entry = wanted && state.namespaces[wanted]
  const connection = entry?.connection.status === 'connected' ? entry.connection.connection : undefined
  const address = connection?.accounts[0].address ?? getRestored(entry)
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
    allAccounts: connection?.accounts ?? none,
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
 * Whether the connected wallet has a smart account on the network where it is, in a namespace, the active one unless told. Only
 * then its account can become one. [S6.2]
 */
export function isSmartAccountEnabled(state: ModalState, namespace?: Namespace | undefined): boolean {
  const connection = getConnection(state, namespace)
  if (connection?.namespace !== 'eip155') return false
  const reference = parseCaipNetworkId(connection.caipNetworkId)?.reference
  return connection.smartAccountEnabledNetworks?.some((id) => String(id) === reference) ?? false
}

/** Shows a name of the app's choice in place of an address. */
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

/** Which tab of the account is shown; kept until the page is left. */
export function setAccountTab(modal: Modal, accountTab: AccountTab): void {
  modal[internals].store.setState((state) => ({ ...state, accountTab }))
}
