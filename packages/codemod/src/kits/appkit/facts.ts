// AppKit's names and Latchkey's names for them.

/** Options with the same name and meaning. */
export const keptOptions: readonly string[] = [
  ...['adapters', 'allowUnsupportedChain', 'customWallets', 'debug', 'defaultAccountTypes', 'defaultNetwork'],
  ...[
    'disableAppend',
    'enableEIP6963',
    'enableNetworkSwitch',
    'enableReconnect',
    'enableWalletConnect',
    'enableWallets',
  ],
  ...['excludeWalletIds', 'featuredWalletIds', 'features', 'includeWalletIds', 'metadata', 'networks'],
  ...['privacyPolicyUrl', 'projectId', 'termsConditionsUrl', 'themeMode', 'themeVariables', 'tokens'],
]

/** Notes about options without a counterpart; the others are named in one note. */
export const optionNotes: Readonly<Record<string, string>> = {
  chainImages: 'set the image of a network in the network itself: assets: { imageUrl }.',
  customRpcUrls: 'set RPC URLs in the network itself, or in services: { rpc }.',
  enableEmbedded: 'to place the modal in the page, set inline: true and append modal.getElement().',
  enableWalletGuide: 'enableWalletGuide has no counterpart: the connection methods link to a guide by themselves.',
  siweConfig: 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.',
  siwx: 'for sign-in, add siwx({ server }) from @latchkey/siwx to adapters.',
  universalProviderConfigOverride: 'pass these options to walletConnect({ … }) from @latchkey/walletconnect.',
}

/** Features by their names here. */
export const features: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['connectMethodsOrder', 'connectorTypeOrder', 'email', 'multiWallet', 'onramp', 'pay', 'receive', 'send'],
      ...['socials', 'swaps', 'walletFeaturesOrder'],
    ].map((name) => [name, name]),
  ),
  history: 'activity',
  reownBranding: 'branding',
}

export const featureNotes: Readonly<Record<string, string>> = {
  analytics: 'to receive events, set services: { analytics } to a service of yours, or read them with useEvents().',
  legalCheckbox:
    'there is no legal check box: termsConditionsUrl and privacyPolicyUrl are linked below the connection methods.',
}

export const variables: Readonly<Record<string, string>> = {
  '--w3m-accent': '--lk-accent',
  '--apkt-accent': '--lk-accent',
  '--w3m-font-family': '--lk-font',
  '--apkt-font-family': '--lk-font',
}

/** Types by their names in core. */
export const types: Readonly<Record<string, string>> = {
  AppKitNetwork: 'NetworkInput',
  CaipAddress: 'CaipAddress',
  CaipNetwork: 'Network',
  CaipNetworkId: 'CaipNetworkId',
  ThemeMode: 'ThemeMode',
  ThemeVariables: 'ThemeVariables',
}

export type Adapter = { readonly name: 'evm' | 'solana' | 'bitcoin'; readonly module: string; readonly note?: string }

export const adapters: Readonly<Record<string, Adapter>> = {
  WagmiAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  EthersAdapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  Ethers5Adapter: { name: 'evm', module: '@latchkey/adapter-evm' },
  SolanaAdapter: { name: 'solana', module: '@latchkey/adapter-solana' },
  BitcoinAdapter: {
    name: 'bitcoin',
    module: '@latchkey/adapter-bitcoin',
    note: "set the Esplora API to read balances from: bitcoin({ esplora: 'https://…' }).",
  },
}

/** Options of an adapter that aren't lost, and notes about those that are. */
export const adapterNotes: Readonly<Record<string, string>> = {
  connectors:
    'installed wallets are discovered; for wagmi connectors of your own, use wagmiEvm({ config }) instead of evm().',
  networks: '',
  projectId: '',
  registerWalletStandard: '',
  ssr: '',
  storage:
    'the modal stores the connection; for server rendering see cookieToInitialState() and keepCookie() of @latchkey/core/cookies.',
  transports: '',
  wallets: '',
}

/** Networks that are not viem chains, and their counterparts. */
export const otherNetworks: Readonly<Record<string, readonly [adapter: Adapter['name'], name: string]>> = {
  solana: ['solana', 'solanaMainnet'],
  solanaDevnet: ['solana', 'solanaDevnet'],
  solanaTestnet: ['solana', 'solanaTestnet'],
  bitcoin: ['bitcoin', 'bitcoinMainnet'],
  bitcoinTestnet: ['bitcoin', 'bitcoinTestnet'],
  bitcoinSignet: ['bitcoin', 'bitcoinSignet'],
}

export type Hook = {
  readonly name: string
  /** Renamed fields of its result. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether AppKit's hook takes a namespace as its argument. Ours takes it as an option. */
  readonly takesNamespace?: boolean
  readonly note?: string
}

export const hooks: Readonly<Record<string, Hook>> = {
  useAppKit: { name: 'useModal' },
  useAppKitAccount: { name: 'useAccount', fields: { embeddedWalletInfo: 'user' } },
  useAppKitConnections: { name: 'useConnections', takesNamespace: true },
  useAppKitEvents: { name: 'useEvents', note: 'events have a different shape: see useEvents().' },
  useAppKitNetwork: { name: 'useNetwork' },
  useAppKitProvider: {
    name: 'useProvider',
    fields: { walletProvider: 'provider', walletProviderType: 'providerType' },
  },
  useAppKitSIWX: { name: 'useSignIn' },
  useAppKitTheme: { name: 'useTheme' },
  useAppKitUpdateEmail: { name: 'useUpdateEmail' },
  useDisconnect: { name: 'useDisconnect', fields: { disconnect: 'disconnectAsync' } },
  usePay: {
    name: 'usePay',
    note: 'pay({ recipient, asset, amount }) resolves once the payment is included in a block.',
  },
  useWalletInfo: { name: 'useAccount', fields: { walletInfo: 'connectedWalletInfo' }, takesNamespace: true },
}

export type Method = {
  /** Prints the call around its arguments, which stay as they are. `use` imports names of `@latchkey/core`. */
  readonly print: (modal: string, args: Args, use: Use) => readonly [before: string, after: string]
  readonly note?: string
}

/** Which of the arguments are there. */
type Args = { readonly count: number }

type Use = { readonly core: (name: string) => string; readonly action: (name: string) => string }

/** A value of the state, of the namespace that is passed. */
const value = (select: 'getAccount' | 'getNetworkState', field: string): Method => ({
  print: (modal, { count }, { core }) => [`${core(select)}(${modal}.getState()${count > 0 ? ', ' : ''}`, `)${field}`],
})

const account = (field: string): Method => value('getAccount', field)
const network = (field: string): Method => value('getNetworkState', field)

const constant = (text: string): Method => ({ print: (modal) => [`${modal}.${text}`, ''] })

/** An action of the controllers with its options around the argument. */
const action = (name: string, [before, after]: readonly [string, string], note?: string): Method => ({
  print: (modal, { count }, use) => [
    `${use.action(name)}(${modal}${count > 0 ? `, ${before}` : ''}`,
    `${count > 0 ? after : ''})`,
  ],
  ...(note !== undefined && { note }),
})

/** Methods of the instance; `open`, `close` and `getState` exist here too. */
export const methods: Readonly<Record<string, Method>> = {
  disconnect: action('disconnect', ['{ namespace: ', ' }']),
  getAccount: account(''),
  getAddress: account('.address'),
  getCaipAddress: account('.caipAddress'),
  getCaipNetwork: network('.caipNetwork'),
  getCaipNetworkId: network('.caipNetworkId'),
  getChainId: network('.caipNetwork?.id'),
  getIsConnected: account('.isConnected'),
  getIsConnectedState: account('.isConnected'),
  getThemeMode: constant('getState().theme.mode'),
  getThemeVariables: constant('getState().theme.variables'),
  getWalletInfo: account('.connectedWalletInfo'),
  isOpen: constant('getState().modal.open'),
  setThemeMode: action('setTheme', ['{ mode: ', ' }']),
  setThemeVariables: action('setTheme', ['{ variables: ', ' }']),
  subscribeEvents: action('watchEvents', ['', ''], 'events have a different shape: see watchEvents().'),
  switchNetwork: action('switchNetwork', ['{ network: ', ' }']),
}

export type Subscription = {
  /** Prints the listener's argument, from `state`. `namespace`: the one passed to the subscription. */
  readonly select: (use: Use, namespace: string | undefined) => string
  readonly note: string
}

const shapeNote =
  'the listener is called after each change of the state; see the types of @latchkey/core for its shape.'

/** Methods that subscribe to a part of the state. */
export const subscriptions: Readonly<Record<string, Subscription>> = {
  subscribeAccount: {
    select: ({ core }, namespace) => `${core('getAccount')}(state${namespace === undefined ? '' : `, ${namespace}`})`,
    note: shapeNote,
  },
  subscribeCaipNetworkChange: {
    select: ({ core }) => `${core('getNetworkState')}(state).caipNetwork`,
    note: shapeNote,
  },
  subscribeNetwork: { select: ({ core }) => `${core('getNetworkState')}(state)`, note: shapeNote },
  subscribeState: { select: () => 'state.modal', note: 'this state has open, loading and namespace only.' },
  subscribeTheme: {
    select: () => '{ themeMode: state.theme.mode, themeVariables: state.theme.variables }',
    note: shapeNote,
  },
}
