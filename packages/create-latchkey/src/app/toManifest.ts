import type { AppChoices, Chain } from './choices.js'
import { type ThirdParty, versions } from './versions.js'

/** Versions of the packages of this repository, by name without the scope. */
export type OwnVersions = Readonly<Record<string, string>>

export type AppManifest = {
  readonly name: string
  readonly private: true
  readonly version: string
  readonly type: 'module'
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const adapters: { readonly [chain in Chain]: string } = {
  evm: 'adapter-evm',
  solana: 'adapter-solana',
  bitcoin: 'adapter-bitcoin',
}

const viteTools: readonly ThirdParty[] = ['vite']
const reactTypes: readonly ThirdParty[] = ['@types/react', '@types/react-dom']

/** Dependencies of each template besides Latchkey, and its scripts. */
const tools: {
  readonly [template in AppChoices['template']]: {
    readonly runtime: readonly ThirdParty[]
    readonly development: readonly ThirdParty[]
    readonly scripts: Readonly<Record<string, string>>
  }
} = {
  react: {
    runtime: ['react', 'react-dom'],
    development: [...viteTools, '@vitejs/plugin-react', ...reactTypes],
    scripts: toViteScripts('tsc'),
  },
  next: {
    runtime: ['next', 'react', 'react-dom'],
    development: ['@types/node', ...reactTypes],
    // `next build` checks the types
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
  },
  vue: {
    runtime: ['vue'],
    development: [...viteTools, '@vitejs/plugin-vue', 'vue-tsc'],
    scripts: toViteScripts('vue-tsc'),
  },
  svelte: {
    runtime: [],
    development: [...viteTools, '@sveltejs/vite-plugin-svelte', 'svelte', 'svelte-check'],
    scripts: toViteScripts('svelte-check --fail-on-warnings'),
  },
  html: { runtime: [], development: viteTools, scripts: toViteScripts('tsc') },
}

function toViteScripts(check: string): Readonly<Record<string, string>> {
  return { dev: 'vite', build: `${check} && vite build`, preview: 'vite preview' }
}

/** Returns the package.json of a new app, with only the dependencies that it uses. */
export function toManifest(name: string, choices: AppChoices, own: OwnVersions): AppManifest {
  const { runtime, development, scripts } = tools[choices.template]
  const ours = [
    'core',
    'ui-react',
    ...choices.chains.map((chain) => adapters[chain]),
    ...(choices.logins ? ['embedded-wallet'] : []),
    ...(choices.pairing ? ['walletconnect'] : []),
  ]
  return {
    name,
    private: true,
    version: '0.0.0',
    type: 'module',
    scripts: { ...scripts, test: 'vitest run' },
    dependencies: sort({
      ...pickOwn(own, ours),
      ...pick([...runtime, ...(choices.wagmi ? (['wagmi', '@tanstack/react-query', 'viem'] as const) : [])]),
    }),
    devDependencies: sort({
      ...pickOwn(own, ['testing']),
      // the keys of the test wallet
      ...pick(choices.chains.includes('evm') && !choices.wagmi ? ['viem'] : []),
      ...pick([...development, 'happy-dom', 'typescript', 'vitest']),
    }),
  }
}

function pick(names: readonly ThirdParty[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, versions[name]]))
}

function pickOwn(own: OwnVersions, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => {
      const version = own[name]
      if (version === undefined) throw new Error(`The version of @latchkey/${name} is not known.`)
      return [`@latchkey/${name}`, `^${version}`]
    }),
  )
}

function sort(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1)))
}
