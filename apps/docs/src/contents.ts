/** A page of the site: `source` is relative to the repository, `name` is its path on the site. */
export interface Page {
  readonly source: string
  readonly name: string
}

/** A section of the navigation, with its pages in reading order. */
export interface Section {
  readonly title: string
  readonly pages: readonly Page[]
}

/** The folder of the pictures that guides show as `media/<file>`. */
export const pictures = 'docs/media'

/** All guides and READMEs. The API reference is generated, see `apiPaths`. */
export const contents: readonly Section[] = [
  { title: 'Start', pages: guides('index', 'quick-start', 'frameworks', 'options', 'comparison', 'migration') },
  {
    title: 'Moving from another embedded wallet',
    pages: guides(
      ...[
        'migration/users',
        'migration/privy',
        'migration/dynamic',
        'migration/web3auth',
        'migration/magic',
        'migration/porto',
      ],
    ),
  },
  { title: 'Appearance and language', pages: guides('theming', 'texts-and-parts', 'languages') },
  { title: 'Wallets and sign-in', pages: guides('adapters', 'embedded-wallet', 'sign-in') },
  {
    title: 'Hosting and security',
    pages: guides('self-hosting', 'console', 'monitoring', 'user-api', 'custody-modes', 'security', 'threats', 'csp'),
  },
  { title: 'Development', pages: guides('errors', 'testing', 'commonjs', 'writing-an-adapter') },
  {
    title: 'Packages',
    pages: [
      ...['ui-react', 'core', 'adapter-evm', 'adapter-solana', 'adapter-bitcoin', 'walletconnect', 'embedded-wallet'],
      ...['siwx', 'testing', 'cdn', 'codemod', 'create-latchkey'],
    ].map((name) => ({ source: `packages/${name}/README.md`, name: `packages/${name}` })),
  },
  {
    title: 'Services',
    pages: ['gateway', 'vault', 'relay', 'console', 'devnet', 'demo'].map((name) => ({
      source: `apps/${name}/README.md`,
      name: `services/${name}`,
    })),
  },
  {
    title: 'The project',
    pages: [
      ...['ARCHITECTURE', 'CONTRIBUTING', 'CODE_OF_CONDUCT', 'ROADMAP', 'SECURITY'].map((name) => ({
        source: `${name}.md`,
        name: `project/${name.toLowerCase().replaceAll('_', '-')}`,
      })),
      { source: 'bench/RESULTS.md', name: 'project/sizes-and-speed' },
    ],
  },
]

/** Entry points of the published packages in the API reference, by import path without the scope. */
export const apiPaths: readonly string[] = [
  ...['core', 'core/controllers', 'core/plugin', 'core/cookies', 'core/csp', 'ui-react', 'ui-react/standalone'],
  ...['adapter-evm', 'adapter-evm/wagmi', 'adapter-solana', 'adapter-bitcoin', 'walletconnect', 'embedded-wallet'],
  ...['siwx', 'siwx/server', 'testing', 'testing/playwright'],
]

function guides(...names: readonly string[]): readonly Page[] {
  return names.map((name) => ({ source: `docs/${name}.md`, name }))
}
