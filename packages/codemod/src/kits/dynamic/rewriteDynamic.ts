import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import { getAttribute, getValue, type Tag, unwrapTag } from '../../source/jsx.js'
import { asObject, getProperty } from '../../source/objects.js'
import { readString, resolve, resolveList } from '../../source/values.js'
import { carry, type Reads } from '../shared/attributes.js'
import { createByProvider } from '../shared/createByProvider.js'
import { type HookFields, replaceHookCalls, replaceNamedHook, toAddressField } from '../shared/hookFields.js'
import { createModalActions } from '../shared/modalActions.js'
import { nothing, readFields, sharedNotes, toMode } from '../shared/reads.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { findTags, findWagmiConfig, getOptionsOf, type Providers, readProviders } from '../shared/replaceProvider.js'

const kit = '@dynamic-labs/sdk-react-core'
const ui = '@latchkey/ui-react'

const guide = 'see docs/migration/dynamic.md.'

const networksNote = 'list the networks of the app in evm({ networks }): Dynamic has them in its dashboard.'

/** The `settings` of `DynamicContextProvider`. */
const settingReads: Reads = {
  appLogoUrl: (source, value) => carry('metadata.icons')(source, ts.factory.createArrayLiteralExpression([value])),
  appName: carry('metadata.name'),
  cssOverrides: 'instead of cssOverrides, style parts of the modal: see docs/theming.md.',
  environmentId: `environmentId is not needed: your users are in a vault that you host; ${guide}`,
  events:
    'instead of events, use watchEvents() of @latchkey/core/controllers, or webhooks of the vault: see docs/user-api.md.',
  handlers: 'instead of handlers, use watchEvents() of @latchkey/core/controllers.',
  initialAuthenticationMode: 'for sign-in with a wallet, add siwx({ server }) from @latchkey/siwx to adapters.',
  overrides: 'choose networks with evm({ networks }), and wallets with featuredWalletIds and includeWalletIds.',
  privacyPolicyUrl: carry('privacyPolicyUrl'),
  recommendedWallets: 'choose wallets of the list with featuredWalletIds.',
  socialProvidersFilter: `choose providers of logins with features: { socials }; ${guide}`,
  termsOfServiceUrl: carry('termsConditionsUrl'),
  walletConnectors: () => nothing,
  walletsFilter: 'choose wallets of the list with includeWalletIds and excludeWalletIds.',
}

const providerReads: Reads = {
  locale: 'write texts of your own with messages of createModal(), see docs/languages.md.',
  settings: readFields(settingReads, 'settings'),
  theme: (source, value) => {
    const theme = resolve(source, value)
    return ts.isStringLiteralLike(theme) && (theme.text === 'light' || theme.text === 'dark')
      ? toMode(theme.text)
      : undefined
  },
}

const readAllProviders = (source: Source): Providers =>
  readProviders(source, { kit, reads: providerReads, owner: 'DynamicContextProvider' })

/** Finds the provider and its options. */
export function readDynamic(source: Source): Facts {
  const isProvider = source.imports.from(kit).some(({ name }) => name === 'DynamicContextProvider')
  return { rank: isProvider ? 1 : 0, options: getOptionsOf(readAllProviders(source)), isProvider }
}

/** The adapter for each list of wallet connectors. */
const adapters: Readonly<Record<string, readonly [name: string, module: string]>> = {
  EthereumWalletConnectors: ['evm', '@latchkey/adapter-evm'],
  SolanaWalletConnectors: ['solana', '@latchkey/adapter-solana'],
  BitcoinWalletConnectors: ['bitcoin', '@latchkey/adapter-bitcoin'],
}

const contextFields: HookFields = {
  fields: {
    handleLogOut: 'disconnect',
    primaryWallet: { account: (address) => `${address} === undefined ? null : { ${toAddressField(address)} }` },
    sdkHasLoaded: 'ready',
    setShowAuthFlow: 'setOpen',
    user: 'user',
  },
  notes: {
    authToken: `instead of tokens, add siwx({ server }) from @latchkey/siwx to adapters: your server keeps the session; ${guide}`,
    network: 'use useNetwork() of @latchkey/ui-react.',
    primaryWallet:
      'primaryWallet has the address only; sign and send with useSignMessage() and useSendTransaction(), or wagmi.',
    setShowDynamicUserProfile: "open the account with useModal(): open({ view: 'Account' }).",
    user: 'user has email and username of the login; it is absent for users with a wallet of their own.',
  },
}

/** Notes about imports without a counterpart. */
const importNotes: Readonly<Record<string, string>> = {
  getAuthToken: `instead of tokens, add siwx({ server }) from @latchkey/siwx to adapters: your server keeps the session; ${guide}`,
  useEmbeddedReveal: `let users export their key here before you remove Dynamic; ${guide}`,
  useEmbeddedWallet: sharedNotes.logins,
  useSwitchNetwork: 'use useSwitchNetwork() of @latchkey/ui-react.',
}

/** Migrates from Dynamic's React SDK: its provider, widget, `useDynamicContext`, `useIsLoggedIn` and `useUserWallets`. */
export function rewriteDynamic(source: Source, project: Project): void {
  const { imports } = source
  const actions = createModalActions(source)
  const providers = readAllProviders(source)
  for (const imported of imports.from(kit)) {
    const { name, local, declaration } = imported
    if (name === 'DynamicContextProvider')
      for (const [tag, settings] of providers) {
        for (const note of [...settings.notes, sharedNotes.logins, pairingNote]) source.note(tag, note)
        createByProvider(source, {
          tag,
          project,
          adapters: readAdapters(source, tag),
          options: project.options,
        })
      }
    else if (/^Dynamic(Widget|ConnectButton|EmbeddedWidget|Nav)$/.test(name))
      for (const tag of findTags(source, local)) replaceButton(source, tag, name)
    else if (name === 'useDynamicContext') {
      if (!replaceHookCalls(source, { local, name, actions, ...contextFields })) continue
    } else if (name === 'useIsLoggedIn') {
      const useAccount = imports.use('useAccount', ui)
      const toLine = (declared: string): string => `const { isConnected: ${declared} } = ${useAccount}()`
      if (!replaceNamedHook(source, { local, name, toLine, actions })) continue
    } else if (name === 'useUserWallets') {
      const useAccounts = imports.use('useAccounts', ui)
      for (const { call } of findCalls(source, local))
        source.note(call, 'accounts have address and connectorId; useProvider() gives the provider of a wallet.')
      const toLine = (declared: string): string => `const ${declared} = ${useAccounts}()`
      if (!replaceNamedHook(source, { local, name, toLine, actions })) continue
    } else {
      source.note(declaration, importNotes[name] ?? `${name} has no direct counterpart.`)
      continue
    }
    imports.drop(imported)
  }
  for (const imported of imports.from('@dynamic-labs/wagmi-connector')) {
    for (const tag of findTags(source, imported.local)) {
      if (providers.size === 0) source.note(tag, 'wagmi follows the modal with wagmiEvm({ config }) in its adapters.')
      unwrapTag(source, tag)
    }
    imports.drop(imported)
  }
  actions.finish()
}

/** The adapters of the connectors that `settings.walletConnectors` lists. */
function readAdapters(source: Source, tag: Tag): readonly string[] {
  const { imports } = source
  const settings = getValue(getAttribute(tag, 'settings'))
  const list = settings && getProperty(asObject(resolve(source, settings)), 'walletConnectors')
  const config = findWagmiConfig(source)
  const isWagmi = imports.from('@dynamic-labs/wagmi-connector').length > 0
  const names = ((list && resolveList(source, list)) ?? []).map(
    (item) => imports.byLocal(item.getText(source.file))?.name ?? item.getText(source.file),
  )
  const known = names.filter((name) => Object.hasOwn(adapters, name))
  for (const name of names)
    if (!known.includes(name)) source.note(tag, `${name} of walletConnectors has no counterpart.`)
  return (known.length > 0 ? known : ['EthereumWalletConnectors']).map((name) => {
    const [adapter = '', module = ''] = adapters[name] ?? []
    if (adapter !== 'evm') return `${imports.use(adapter, module)}()`
    if (isWagmi && config && ts.isIdentifier(config)) {
      const name = config.text
      const wagmiEvm = imports.use('wagmiEvm', '@latchkey/adapter-evm/wagmi')
      return `${wagmiEvm}({ ${name === 'config' ? name : `config: ${name}`} })`
    }
    source.note(tag, networksNote)
    return `${imports.use(adapter, module)}({ networks: [${imports.use('mainnet', 'viem/chains')}] })`
  })
}

/** `DynamicWidget` and the like: their text, if it is only that, becomes the label. */
function replaceButton(source: Source, tag: Tag, name: string): void {
  const { file, imports } = source
  if (name !== 'DynamicWidget' && name !== 'DynamicConnectButton')
    source.note(
      tag,
      `instead of ${name}, set inline: true and append modal.getElement() to place the modal in the page.`,
    )
  const inner = getAttribute(tag, 'innerButtonComponent')
  const children = ts.isJsxOpeningElement(tag) ? tag.parent.children : []
  const [child] = children
  const isText = children.length === 1 && child && ts.isJsxText(child)
  const label = inner ? readString(source, getValue(inner)) : isText ? child.text.trim() : undefined
  if ((inner || children.length > 0) && label === undefined)
    source.note(tag, 'for a button of your own, use ConnectButton.Custom.')
  const button = `<${imports.use('ConnectButton', ui)}${label ? ` label=${JSON.stringify(label)}` : ''} />`
  source.edits.replace(tag.getStart(file), (ts.isJsxOpeningElement(tag) ? tag.parent : tag).getEnd(), button)
}
