import type { Route } from '../controllers/shell/state.js'
import type { WalletPage, WalletsState } from '../controllers/wallets/state.js'
import { resolveFeatures } from './features.js'
import type { ModalState, NamespaceState } from './modal.js'
import type { ModalOptions, ResolvedOptions } from './options/options.js'
import { toNamespaces } from './options/parseOptions.js'

export const startRoute: Route = { view: 'Connect', params: undefined }

const noPage: WalletPage = { wallets: [], count: 0, page: 0, status: 'idle' }

export const noWallets: WalletsState = {
  isReady: false,
  featured: [],
  grouped: [],
  recommended: [],
  recent: [],
  excluded: [],
  all: noPage,
  search: { ...noPage, query: '' },
}

/** Returns the state of a modal that has not started. */
export function toInitialState(options: ModalOptions, { networks, defaultNetworkId }: ResolvedOptions): ModalState {
  const defaultNetwork = networks.find((network) => network.caipNetworkId === defaultNetworkId)
  const namespaces: { [namespace: string]: NamespaceState } = {}
  for (const namespace of options.adapters.flatMap(toNamespaces)) {
    const first = networks.find((network) => network.chainNamespace === namespace)
    const start = defaultNetwork?.chainNamespace === namespace ? defaultNetwork : first
    namespaces[namespace] = {
      connection: { status: 'disconnected' },
      others: [],
      ended: [],
      accountType: options.defaultAccountTypes?.[namespace],
      network: { caipNetworkId: start?.caipNetworkId, isChosen: false },
      balance: { status: 'idle' },
    }
  }
  return {
    status: 'idle',
    modal: { open: false, loading: false, shake: false },
    router: { stack: [startRoute] },
    connectors: [],
    recentConnectorIds: [],
    wallets: noWallets,
    networks,
    namespaces,
    activeNamespace: defaultNetwork?.chainNamespace,
    siwx: { status: 'idle' },
    addressLabels: {},
    features: resolveFeatures(options.features),
    theme: { mode: options.themeMode, variables: options.themeVariables ?? {} },
  }
}
