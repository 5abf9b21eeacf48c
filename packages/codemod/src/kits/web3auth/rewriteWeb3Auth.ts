import type { Facts, Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { readString } from '../../source/values.js'
import { carry, type Reads } from '../shared/attributes.js'
import { createByProvider } from '../shared/createByProvider.js'
import { type HookFields, replaceHookCalls } from '../shared/hookFields.js'
import { createModalActions } from '../shared/modalActions.js'
import { readChoice, readFields, readLocale, sharedNotes, toMode, toVariable } from '../shared/reads.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { findTags, getOptionsOf, type Providers, readProviders } from '../shared/replaceProvider.js'

const kit = '@web3auth/modal'

const guide = 'see docs/migration/web3auth.md.'

const networksNote = 'list the networks of the app in evm({ networks }), and other ecosystems with their adapters.'

const uiReads: Reads = {
  appName: carry('metadata.name'),
  appUrl: carry('metadata.url'),
  defaultLanguage: readLocale,
  loginGridCol: 'loginGridCol has no counterpart: the modal chooses its layout.',
  loginMethodsOrder: `order the connection methods with features: { connectMethodsOrder }, and providers with features: { socials }; ${guide}`,
  logoDark: 'append an element with slot="footer" to modal.getElement() to show your logo.',
  logoLight: 'append an element with slot="footer" to modal.getElement() to show your logo.',
  mode: readChoice({ light: toMode('light'), dark: toMode('dark'), auto: { options: [], notes: [] } }),
  primaryButton: 'order the connection methods with features: { connectMethodsOrder }.',
  privacyPolicy: carry('privacyPolicyUrl'),
  theme: readFields(
    {
      primary: (source, value) => {
        const color = readString(source, value)
        return color === undefined ? undefined : toVariable('--lk-accent', color)
      },
      onPrimary: 'set the color of texts on the accent with themeVariables: { --lk-on-accent }.',
    },
    'theme',
  ),
  tncLink: carry('termsConditionsUrl'),
}

const optionReads: Reads = {
  accountAbstractionConfig:
    'smart accounts are chosen with defaultAccountTypes, and their services with embeddedWallet().',
  authBuildEnv: '',
  chains: networksNote,
  clientId: `clientId is not needed: your users are in a vault that you host; ${guide}`,
  defaultChainId: 'set defaultNetwork to the network of a first visit.',
  enableLogging: '',
  mfaLevel: `second factors are set by the vault and by each user; ${guide}`,
  modalConfig: `choose login methods with features: { email, socials }; ${guide}`,
  multiInjectedProviderDiscovery: '',
  sessionTime: 'sessions are kept by the vault.',
  ssr: 'for server rendering see cookieToInitialState() of @latchkey/core/cookies.',
  storageType: 'the modal stores the connection.',
  uiConfig: readFields(uiReads, 'uiConfig'),
  walletServicesConfig: 'the wallet’s own screens are part of the modal.',
  web3AuthNetwork: '',
}

const providerReads: Reads = {
  config: readFields({ web3AuthOptions: readFields(optionReads, 'web3AuthOptions') }, 'config'),
  initialState: 'for server rendering see cookieToInitialState() of @latchkey/core/cookies.',
}

const readAllProviders = (source: Source): Providers =>
  readProviders(source, { kit: `${kit}/react`, reads: providerReads, owner: 'Web3AuthProvider' })

/** Finds the provider and its options. */
export function readWeb3Auth(source: Source): Facts {
  const isProvider = source.imports.from(kit).some(({ name }) => name === 'Web3AuthProvider')
  return { rank: isProvider ? 1 : 0, options: getOptionsOf(readAllProviders(source)), isProvider }
}

const signInNote = `instead of tokens, add siwx({ server }) from @latchkey/siwx to adapters: your server keeps the session; ${guide}`
const accountNotes = {
  provider: 'use useProvider() of @latchkey/ui-react, or wagmi with createWagmiConfig(modal).',
  web3Auth: 'the modal is an instance of its own: see useModal() of @latchkey/ui-react.',
}

/** Replacements of the fields of each hook. */
const hooks: Readonly<Record<string, HookFields>> = {
  useWeb3Auth: {
    fields: { isConnected: 'isConnected', isInitialized: 'ready', status: 'status' },
    notes: { ...accountNotes, status: 'status is connected, connecting, reconnecting or disconnected.' },
  },
  useWeb3AuthConnect: {
    fields: {
      connect: 'open',
      connectorName: { value: 'null' },
      error: { value: 'null' },
      isConnected: 'isConnected',
      loading: { value: 'false' },
    },
    notes: {
      connect:
        'connect() opens the modal, which shows progress and errors itself, and returns before a wallet is connected.',
      connectTo: `connectTo() has no counterpart here: open the modal, or log in with the actions of @latchkey/core/controllers/login; ${guide}`,
      connectorName: 'useAccount() has connectedWalletInfo.',
    },
  },
  useWeb3AuthDisconnect: {
    fields: { disconnect: 'disconnect', error: { value: 'null' }, loading: { value: 'false' } },
    notes: {},
  },
  useWeb3AuthUser: {
    fields: { error: { value: 'null' }, loading: { value: 'false' }, userInfo: 'user' },
    notes: { getUserInfo: 'user is part of useAccount().', userInfo: 'userInfo has email and username of the login.' },
  },
}

const importNotes: Readonly<Record<string, string>> = {
  useEnableMFA: `second factors are managed on the account page of the vault; ${guide}`,
  useIdentityToken: signInNote,
  useManageMFA: `second factors are managed on the account page of the vault; ${guide}`,
  useSwitchChain: 'use useSwitchNetwork() of @latchkey/ui-react.',
  WagmiProvider: 'use WagmiProvider of wagmi, with createWagmiConfig(modal) from @latchkey/adapter-evm/wagmi.',
  Web3Auth: `create a modal with createModal() of @latchkey/ui-react; ${guide}`,
}

/** Only used in options that are gone. */
const optionImports: readonly string[] = [
  'WEB3AUTH_NETWORK',
  'CHAIN_NAMESPACES',
  'MFA_LEVELS',
  'WALLET_CONNECTORS',
  'AUTH_CONNECTION',
]

/** Migrates from Web3Auth's React SDK (MetaMask Embedded Wallets): its provider and the hooks of connection and user. */
export function rewriteWeb3Auth(source: Source, project: Project): void {
  const { imports } = source
  const actions = createModalActions(source)
  const providers = readAllProviders(source)
  for (const imported of imports.from(kit)) {
    const { name, local, declaration, isType } = imported
    const fields = hooks[name]
    if (name === 'Web3AuthProvider')
      for (const [tag, settings] of providers) {
        const networks = `[${imports.use('mainnet', 'viem/chains')}]`
        const notes = settings.notes.includes(networksNote) ? settings.notes : [...settings.notes, networksNote]
        for (const note of [...notes, sharedNotes.logins, pairingNote]) source.note(tag, note)
        createByProvider(source, {
          tag,
          project,
          adapters: [`${imports.use('evm', '@latchkey/adapter-evm')}({ networks: ${networks} })`],
          options: project.options,
        })
      }
    else if (fields) {
      if (!replaceHookCalls(source, { local, name, actions, ...fields })) continue
    } else if (isType || optionImports.includes(name)) {
      // they go with the constant that has the options
      continue
    } else {
      source.note(declaration, importNotes[name] ?? `${name} has no direct counterpart.`)
      continue
    }
    imports.drop(imported)
  }
  for (const { local } of imports.from(kit).filter(({ name }) => name === 'WagmiProvider'))
    for (const tag of findTags(source, local)) source.note(tag, importNotes['WagmiProvider'] ?? '')
  actions.finish()
}
