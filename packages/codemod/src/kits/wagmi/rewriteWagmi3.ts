import type { Source } from '../../source/createSource.js'

// The names of wagmi 2 that wagmi 3 has renamed; it keeps the old ones as deprecated aliases.
const hooks = { Account: 'Connection', AccountEffect: 'ConnectionEffect', SwitchAccount: 'SwitchConnection' }
const actions = { getAccount: 'getConnection', switchAccount: 'switchConnection', watchAccount: 'watchConnection' }

const typeSuffixes = ['Parameters', 'ReturnType', 'ErrorType']
const upper = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const withTypes = (from: string, to: string): readonly (readonly [string, string])[] => [
  [from, to],
  ...typeSuffixes.map((suffix) => [`${upper(from)}${suffix}`, `${upper(to)}${suffix}`] as const),
]

const renames: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(hooks).flatMap(([from, to]) => withTypes(`use${from}`, `use${to}`)),
  ...Object.entries(actions).flatMap(([from, to]) => withTypes(from, to)),
])

/** Connectors whose library is an optional peer of wagmi 3, so that the app installs it. */
const connectorPeers: Readonly<Record<string, string>> = {
  baseAccount: '@base-org/account',
  coinbaseWallet: '@coinbase/wallet-sdk',
  metaMask: '@metamask/connect-evm',
  safe: '@safe-global/safe-apps-sdk and @safe-global/safe-apps-provider',
  walletConnect: '@walletconnect/ethereum-provider',
}

/** Applies the renames of wagmi 3, and notes the libraries that it no longer installs. */
export function rewriteWagmi3(source: Source): void {
  for (const imported of source.imports.from('wagmi', '@wagmi/core')) {
    const { name, module, declaration } = imported
    const next = renames[name]
    const peer = /\/connectors$/.test(module) ? connectorPeers[name] : undefined
    if (peer) source.note(declaration, `install ${peer}, which ${name}() of wagmi 3 needs.`)
    if (next) source.imports.swap(imported, next, module)
  }
}
