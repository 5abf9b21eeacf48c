import type ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured } from '../../source/hooks.js'
import { readString } from '../../source/values.js'
import { carry, type Read, type Reads } from '../shared/attributes.js'
import { createByProvider } from '../shared/createByProvider.js'
import { type HookFields, replaceHook, toAddressField } from '../shared/hookFields.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'
import { readFields, sharedNotes, toMode, toVariable } from '../shared/reads.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { getOptionsOf, type Providers, readProviders } from '../shared/replaceProvider.js'

const kit = '@privy-io/react-auth'
const ui = '@latchkey/ui-react'

/** `light`, `dark`, or a background color. */
const readTheme: Read = (source, value) => {
  const theme = readString(source, value)
  if (theme === undefined) return undefined
  return theme === 'light' || theme === 'dark' ? toMode(theme) : toVariable('--lk-bg', theme)
}

/** The props of `PrivyProvider`. */
const providerReads: Reads = {
  appId: 'appId is not needed: there is no service to register the app with.',
  clientId: 'clientId is not needed: there is no service to register the app with.',
  config: readFields(
    {
      appearance: readFields(
        {
          accentColor: carry('themeVariables.--lk-accent'),
          landingHeader: 'set the title with messages of createModal().',
          logo: 'append an element with slot="footer" to modal.getElement() to show your logo.',
          showWalletLoginFirst: 'set the order with features: { connectMethodsOrder } of createModal().',
          theme: readTheme,
          walletList: 'choose wallets of the list with featuredWalletIds and includeWalletIds.',
        },
        'appearance',
      ),
      defaultChain: carry('defaultNetwork'),
      embeddedWallets: sharedNotes.logins,
      legal: readFields(
        { privacyPolicyUrl: carry('privacyPolicyUrl'), termsAndConditionsUrl: carry('termsConditionsUrl') },
        'legal',
      ),
      loginMethods: sharedNotes.logins,
      supportedChains: carry('networks'),
    },
    'config',
  ),
}

/** Finds the provider and its options. */
export function readPrivy(source: Source): Facts {
  const isProvider = source.imports.from(kit).some(({ name }) => name === 'PrivyProvider')
  return { rank: isProvider ? 1 : 0, options: getOptionsOf(readAllProviders(source)), isProvider }
}

const readAllProviders = (source: Source): Providers =>
  readProviders(source, { kit, reads: providerReads, owner: 'PrivyProvider' })

/** Migrates parts of Privy: its provider, `usePrivy`, `useLogin`, `useLogout` and `useWallets`. */
export function rewritePrivy(source: Source, project: Project): void {
  const { imports } = source
  const actions = createModalActions(source)
  const providers = readAllProviders(source)
  for (const imported of imports.from(kit)) {
    const { name, local, declaration } = imported
    const rewrite = rewrites[name]
    if (name === 'PrivyProvider') {
      for (const [tag, settings] of providers) {
        const find = (option: string): string | undefined =>
          project.options.find((item) => item.name === option)?.print(imports)
        const networks = find('networks') ?? `[${find('defaultNetwork') ?? imports.use('mainnet', 'viem/chains')}]`
        for (const note of [...settings.notes, pairingNote]) source.note(tag, note)
        createByProvider(source, {
          tag,
          project,
          adapters: [`${imports.use('evm', '@latchkey/adapter-evm')}({ networks: ${networks} })`],
          options: project.options.filter((item) => item.name !== 'networks'),
        })
      }
    } else if (rewrite) {
      for (const { call, statement, pattern } of findCalls(source, local)) {
        if (statement && pattern) rewrite(source, { name, statement, pattern, actions })
        else source.note(call, `destructure the result of ${name}(), and run the codemod again.`)
      }
      if (findCalls(source, local).some(({ pattern }) => !pattern)) continue
    } else {
      source.note(declaration, `${name} has no direct counterpart.`)
      continue
    }
    imports.drop(imported)
  }
  for (const { declaration, name } of imports.from('@privy-io/wagmi'))
    source.note(
      declaration,
      `instead of ${name} of @privy-io/wagmi, use wagmi with createWagmiConfig(modal) from @latchkey/adapter-evm/wagmi.`,
    )
  actions.finish()
}

/** The fields of `usePrivy()`, `useLogin()` and `useLogout()`. */
const hookFields: HookFields = {
  fields: {
    ready: 'ready',
    authenticated: 'isConnected',
    user: { account: (address) => `${address} === undefined ? null : { wallet: { ${toAddressField(address)} } }` },
    login: 'open',
    connectWallet: 'open',
    linkWallet: 'open',
    connectOrCreateWallet: 'open',
    logout: 'disconnect',
  },
  notes: {
    createWallet: sharedNotes.logins,
    exportWallet: 'exportWallet has no counterpart: users export their recovery phrase in the embedded wallet.',
    getAccessToken:
      'instead of access tokens, add siwx({ server }) from @latchkey/siwx to adapters: your server keeps the session.',
    linkEmail: sharedNotes.logins,
    user: 'user has the address of the wallet only; useAccount() has user for logins.',
  },
}

type Rewrite = (
  source: Source,
  hook: {
    readonly name: string
    readonly statement: ts.VariableStatement
    readonly pattern: ts.ObjectBindingPattern
    readonly actions: ModalActions
  },
) => void

const rewrites: Readonly<Record<string, Rewrite>> = {
  usePrivy: rewriteFields,
  useLogin: rewriteFields,
  useLogout: rewriteFields,
  useWallets(source, { statement, pattern, actions }) {
    const useAccounts = source.imports.use('useAccounts', ui)
    source.note(
      statement,
      'accounts have address and connectorId; useProvider() gives the provider of a wallet, useSwitchNetwork() switches.',
    )
    actions.replace(statement, [], () =>
      getDestructured(pattern).map(({ field, local }) =>
        field === 'wallets' ? `const ${local} = ${useAccounts}()` : `const ${local} = true`,
      ),
    )
  },
}

/** `usePrivy()`: each field from the hook that has it. */
function rewriteFields(source: Source, { name, statement, pattern, actions }: Parameters<Rewrite>[1]): void {
  if (source.file.text.slice(statement.getStart(), statement.getEnd()).includes('({'))
    source.note(statement, 'instead of callbacks such as onComplete, use watchEvents() of @latchkey/core/controllers.')
  replaceHook(source, { statement, pattern, actions, owner: `${name}()`, ...hookFields })
}
