/** The pages by section of the navigation, in reading order; paths relative to the repository. */
export const contents = [
  { title: 'Start', pages: guides('index', 'quick-start', 'options', 'frameworks', 'comparison') },
  { title: 'Appearance and language', pages: guides('theming', 'texts-and-parts', 'languages') },
  { title: 'Wallets and sign-in', pages: guides('adapters', 'sign-in', 'embedded-wallet') },
  { title: 'Hosting and security', pages: guides('self-hosting', 'security', 'threats', 'csp') },
  { title: 'Development', pages: guides('errors', 'testing', 'commonjs', 'writing-an-adapter', 'migration') },
  {
    title: 'Packages',
    pages: [
      ...['ui-react', 'core', 'adapter-evm', 'adapter-solana', 'adapter-bitcoin', 'walletconnect', 'embedded-wallet'],
      ...['siwx', 'testing', 'codemod', 'create-latchkey'],
    ].map((name) => `packages/${name}/README.md`),
  },
  { title: 'Services', pages: ['gateway', 'vault', 'devnet', 'demo'].map((name) => `apps/${name}/README.md`) },
  {
    title: 'The project',
    pages: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CODE_OF_CONDUCT.md',
      'ROADMAP.md',
      'SECURITY.md',
      'bench/RESULTS.md',
    ],
  },
]

/** @param {string[]} names */
function guides(...names) {
  return names.map((name) => `docs/${name}.md`)
}

/**
 * Returns the name of a page: `options` for `docs/options.md`, `packages-core` for `packages/core/README.md`,
 * `project-security` for `SECURITY.md`.
 *
 * @param {string} path relative to the repository
 */
export function toPageName(path) {
  if (path.startsWith('docs/')) return path.slice(5, -3)
  const folder = path.includes('/') ? '' : 'project-'
  return `${folder}${path
    .replace(/(\/README)?\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase()}`
}
