import { type AppChoices, type Chain, templates } from './choices.js'

/** A setting that the app's developer has to fill in: the URL of a service that they host. */
export type Setting = {
  /** The variable in `.env`, without the prefix that makes it public to the page. */
  readonly name: string
  readonly about: string
}

const settings = {
  esplora: { name: 'ESPLORA_URL', about: 'Esplora API that Bitcoin balances and transactions use' },
  frame: { name: 'FRAME_URL', about: 'secure site of the embedded wallet, which you host' },
  project: { name: 'PROJECT_ID', about: 'the id of this app at the secure site' },
  relay: { name: 'RELAY_URL', about: 'relay that pairs wallets on phones, ws: or wss:' },
} as const satisfies Readonly<Record<string, Setting>>

/** Returns the settings that an app with these choices has. Without a value, everything else works. */
export function listSettings(choices: AppChoices): readonly Setting[] {
  const prefix = toPrefix(choices)
  return [
    ...(choices.chains.includes('bitcoin') ? [settings.esplora] : []),
    ...(choices.logins ? [settings.frame, settings.project] : []),
    ...(choices.pairing ? [settings.relay] : []),
  ].map(({ name, about }) => ({ name: `${prefix}${name}`, about }))
}

/** Returns the `.env` of an app, or null if it needs none. The values are part of the page, so none is secret. */
export function toEnv(choices: AppChoices): string | null {
  const entries = listSettings(choices)
  if (entries.length === 0) return null
  return `# Part of the page: no secrets.\n${entries.map(({ name, about }) => `\n# ${about}\n${name}=\n`).join('')}`
}

const adapterImports: { readonly [chain in Chain]: string } = {
  evm: "import { evm } from '@latchkey/adapter-evm'",
  solana: "import { solana, solanaMainnet } from '@latchkey/adapter-solana'",
  bitcoin: "import { bitcoin } from '@latchkey/adapter-bitcoin'",
}

/** Returns `modal.ts`: the one file that says which ecosystems and connection methods the app has. */
export function toModalModule(choices: AppChoices): string {
  const { chains, logins, pairing, template } = choices
  const isNext = template === 'next'
  const toValue = ({ name }: Setting): string => `${isNext ? 'process' : 'import.meta'}.env.${toPrefix(choices)}${name}`
  const adapters: { readonly [chain in Chain]: string } = {
    evm: `${localChain}\n    evm({ networks: [mainnet, base] })`,
    solana: 'solana({ networks: [solanaMainnet] })',
    bitcoin: `bitcoin({ esplora: ${toValue(settings.esplora)} })`,
  }
  const imports = [
    ...chains.map((chain) => adapterImports[chain]),
    ...(logins ? ["import { embeddedWallet } from '@latchkey/embedded-wallet'"] : []),
    `import { createModal } from '@latchkey/ui-react${templates[template].isReact ? '' : '/standalone'}'`,
    ...(pairing ? ["import { walletConnect } from '@latchkey/walletconnect'"] : []),
    ...(chains.includes('evm') ? ["import { base, mainnet } from '@latchkey/adapter-evm/networks'"] : []),
  ]
  const plugins = [
    ...chains.map((chain) => adapters[chain]),
    ...(logins ? [`embeddedWallet({ frameUrl: ${toValue(settings.frame)} })`] : []),
    ...(pairing ? [`walletConnect({ relayUrl: ${toValue(settings.relay)} })`] : []),
  ]
  const lines = [
    ...imports.sort((one, other) => (toSpecifier(one) < toSpecifier(other) ? -1 : 1)),
    '',
    '/** The ecosystems and connection methods of this app. Nothing is requested before a button or a provider starts it. */',
    'export const modal = createModal({',
    '  adapters: [',
    ...plugins.map((plugin) => `    ${plugin},`),
    '  ],',
    ...(logins ? [`  projectId: ${toValue(settings.project)},`] : []),
    '})',
    // Next replaces whole pages instead
    ...(isNext ? [] : ['', '// a new version of this module creates a modal of its own', hotReplacement]),
  ]
  return `${lines.join('\n')}\n`
}

const localChain = '// for a local chain of anvil or Hardhat, add `foundry` of @latchkey/adapter-evm/networks'
const hotReplacement = 'import.meta.hot?.dispose(() => modal.destroy())'

const toPrefix = ({ template }: AppChoices): string => (template === 'next' ? 'NEXT_PUBLIC_' : 'VITE_')
const toSpecifier = (line: string): string => /'(.*)'/.exec(line)?.[1] ?? line
