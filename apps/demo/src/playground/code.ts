import { printValue } from './printValue.js'
import { type Chain, type Setup, toSharedOptions } from './setup.js'

export type Framework = 'react' | 'next' | 'vue' | 'svelte' | 'html'
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

export const frameworks: { readonly [name in Framework]: string } = {
  react: 'React',
  next: 'Next.js',
  vue: 'Vue',
  svelte: 'Svelte',
  html: 'HTML',
}

export const packageManagers: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun']

/** A file of the app, complete: the user copies it as it is. */
export type CodeFile = {
  /** Path in the app. */
  readonly name: string
  readonly text: string
}

/** A page of the guides. */
export type Guide = { readonly page: string; readonly label: string }

const isReact = (framework: Framework): boolean => framework === 'react' || framework === 'next'

const adapters: {
  readonly [chain in Chain]: { readonly name: string; readonly imports: string; readonly call: string }
} = {
  evm: { name: 'adapter-evm', imports: 'evm', call: 'evm({ networks: [mainnet, base] })' },
  solana: {
    name: 'adapter-solana',
    imports: 'solana, solanaMainnet',
    call: 'solana({ networks: [solanaMainnet] })',
  },
  bitcoin: {
    name: 'adapter-bitcoin',
    imports: 'bitcoin',
    call: "bitcoin({ esplora: 'https://esplora.example/api' })",
  },
}

/** Returns the command that adds the packages of a setup to an app, and no others. */
export function toInstallCommand(setup: Setup, manager: PackageManager): string {
  return `${manager} ${manager === 'npm' ? 'install' : 'add'} ${listPackages(setup).join(' ')}`
}

function listPackages({ chains, pairing, embedded, signIn }: Setup): readonly string[] {
  return [
    ...[
      'ui-react',
      'core',
      ...chains.map((chain) => adapters[chain].name),
      ...(pairing ? ['walletconnect'] : []),
      ...(embedded ? ['embedded-wallet'] : []),
      ...(signIn === 'off' ? [] : ['siwx']),
    ].map((name) => `@latchkey/${name}`),
  ]
}

/** Returns the command that creates a new app in which the modal's file of a setup fits. */
export function toCreateCommand(
  { chains, pairing, embedded }: Setup,
  framework: Framework,
  manager: PackageManager,
): string {
  const start = { npm: 'npm create latchkey@latest my-app --', pnpm: 'pnpm create latchkey my-app' }
  const flags = [
    `--template ${framework}`,
    `--chains ${chains.join()}`,
    ...(embedded ? ['--logins'] : []),
    ...(pairing ? ['--pairing'] : []),
  ]
  return [manager === 'npm' ? start.npm : start.pnpm.replace('pnpm', manager), ...flags].join(' ')
}

/** Returns the files of an app with a setup: the modal's own, and those around it. */
export function toFiles(setup: Setup, framework: Framework): readonly CodeFile[] {
  const folder = framework === 'next' ? 'app' : 'src'
  return [{ name: `${folder}/modal.ts`, text: toModalModule(setup, framework) }, ...around[framework]]
}

/** Returns the module that creates the modal. It is laid out as `npm create latchkey` does. */
function toModalModule(setup: Setup, framework: Framework): string {
  const { chains, pairing, embedded, signIn, gateway } = setup
  const imports = [
    ...chains.flatMap((chain) => [
      `import { ${adapters[chain].imports} } from '@latchkey/${adapters[chain].name}'`,
      ...(chain === 'evm' ? ["import { base, mainnet } from '@latchkey/adapter-evm/networks'"] : []),
    ]),
    ...(embedded ? ["import { embeddedWallet } from '@latchkey/embedded-wallet'"] : []),
    ...(signIn === 'off' ? [] : ["import { siwx } from '@latchkey/siwx'"]),
    `import { createModal } from '@latchkey/ui-react${isReact(framework) ? '' : '/standalone'}'`,
    ...(pairing ? ["import { walletConnect } from '@latchkey/walletconnect'"] : []),
  ]
  const plugins = [
    ...chains.map((chain) => adapters[chain].call),
    ...(pairing ? ["walletConnect({ relayUrl: 'wss://relay.example' })"] : []),
    ...(embedded ? ["embeddedWallet({ frameUrl: 'https://wallet.example/' })"] : []),
    ...(signIn === 'off' ? [] : [`siwx({ server: '/siwx'${signIn === 'optional' ? ', required: false' : ''} })`]),
  ]
  const options = {
    ...(embedded && { projectId: 'my-app' }),
    ...(gateway && { services: { blockchainApi: 'https://gateway.example' } }),
    ...toSharedOptions(setup),
  }
  return toText([
    ...imports,
    '',
    'export const modal = createModal({',
    '  adapters: [',
    ...plugins.map((plugin) => `    ${plugin},`),
    '  ],',
    ...Object.entries(options).map(([name, value]) => `  ${name}: ${printValue(value, '  ', name.length + 3)},`),
    '})',
    // Next.js replaces whole pages instead
    ...(framework === 'next'
      ? []
      : [
          '',
          '// in development, a new version of this file replaces the modal',
          'import.meta.hot?.dispose(() => modal.destroy())',
        ]),
  ])
}

const toText = (lines: readonly string[]): string => `${lines.join('\n')}\n`

const styles = "import '@latchkey/ui-react/styles.css'"

/** The files around the modal's own, which are the same for every setup. */
const around: { readonly [framework in Framework]: readonly CodeFile[] } = {
  react: [
    {
      name: 'src/App.tsx',
      text: toText([
        styles,
        "import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'",
        "import { modal } from './modal'",
        '',
        'export default function App() {',
        '  return (',
        '    <LatchkeyProvider modal={modal}>',
        '      <ConnectButton />',
        '    </LatchkeyProvider>',
        '  )',
        '}',
      ]),
    },
  ],
  next: [
    {
      name: 'app/Providers.tsx',
      text: toText([
        "'use client'",
        '',
        "import { LatchkeyProvider } from '@latchkey/ui-react'",
        "import type { ReactNode } from 'react'",
        "import { modal } from './modal'",
        '',
        'export function Providers({ children }: { children: ReactNode }) {',
        '  return <LatchkeyProvider modal={modal}>{children}</LatchkeyProvider>',
        '}',
      ]),
    },
    {
      name: 'app/layout.tsx',
      text: toText([
        styles,
        "import { ConnectButton } from '@latchkey/ui-react'",
        "import type { ReactNode } from 'react'",
        "import { Providers } from './Providers'",
        '',
        'export default function Layout({ children }: { children: ReactNode }) {',
        '  return (',
        '    <html lang="en">',
        '      <body>',
        '        <Providers>',
        '          <ConnectButton />',
        '          {children}',
        '        </Providers>',
        '      </body>',
        '    </html>',
        '  )',
        '}',
      ]),
    },
  ],
  vue: [
    {
      name: 'src/main.ts',
      text: toText([
        styles,
        "import { defineElements } from '@latchkey/ui-react/standalone'",
        "import { createApp } from 'vue'",
        "import App from './App.vue'",
        "import { modal } from './modal'",
        '',
        'defineElements(modal)',
        "createApp(App).mount('#app')",
      ]),
    },
    { name: 'src/App.vue', text: toText(['<template>', '  <latchkey-button />', '</template>']) },
    {
      name: 'vite.config.ts',
      text: toText([
        "import vue from '@vitejs/plugin-vue'",
        "import { defineConfig } from 'vite'",
        '',
        '// the button is a custom element, not a component',
        "const isCustomElement = (tag: string) => tag.startsWith('latchkey-')",
        '',
        'export default defineConfig({',
        '  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],',
        '})',
      ]),
    },
  ],
  svelte: [
    {
      name: 'src/App.svelte',
      text: toText([
        '<script lang="ts">',
        styles,
        "import { defineElements } from '@latchkey/ui-react/standalone'",
        "import { modal } from './modal'",
        '',
        'defineElements(modal)',
        '</script>',
        '',
        '<latchkey-button></latchkey-button>',
      ]),
    },
  ],
  html: [
    {
      name: 'index.html',
      text: toText([
        '<!doctype html>',
        '<html lang="en">',
        '  <head>',
        '    <meta charset="utf-8" />',
        '    <meta name="viewport" content="width=device-width, initial-scale=1" />',
        '    <title>My app</title>',
        '    <script type="module" src="/src/main.ts"></script>',
        '  </head>',
        '  <body>',
        '    <latchkey-button></latchkey-button>',
        '  </body>',
        '</html>',
      ]),
    },
    {
      name: 'src/main.ts',
      text: toText([
        styles,
        "import { defineElements } from '@latchkey/ui-react/standalone'",
        "import { modal } from './modal'",
        '',
        'defineElements(modal)',
      ]),
    },
  ],
}

/** A URL in the code that the user replaces with that of a service they host. */
export type Placeholder = { readonly url: string; readonly about: string; readonly guide: Guide }

/** Lists the URLs to replace in the code of a setup. */
export function listPlaceholders({ chains, pairing, embedded, signIn, gateway }: Setup): readonly Placeholder[] {
  return [
    ...(chains.includes('bitcoin')
      ? [{ url: 'https://esplora.example/api', about: 'the Esplora API that reads Bitcoin', guide: guides.adapters }]
      : []),
    ...(pairing
      ? [{ url: 'wss://relay.example', about: 'the relay between wallets and your app', guide: guides.adapters }]
      : []),
    ...(embedded
      ? [{ url: 'https://wallet.example/', about: 'the vault of the embedded wallet', guide: guides.embedded }]
      : []),
    ...(signIn === 'off' ? [] : [{ url: '/siwx', about: 'the sign-in handlers on your server', guide: guides.signIn }]),
    ...(gateway
      ? [{ url: 'https://gateway.example', about: 'the gateway for prices, swaps and history', guide: guides.hosting }]
      : []),
  ]
}

const guides = {
  start: { page: 'quick-start', label: 'Quick start' },
  frameworks: { page: 'frameworks', label: 'Frameworks' },
  options: { page: 'options', label: 'Options' },
  theming: { page: 'theming', label: 'Theming' },
  languages: { page: 'languages', label: 'Languages' },
  adapters: { page: 'adapters', label: 'Adapters' },
  embedded: { page: 'embedded-wallet', label: 'Embedded wallet' },
  signIn: { page: 'sign-in', label: 'Sign-in' },
  hosting: { page: 'self-hosting', label: 'Self-hosting' },
} as const satisfies Readonly<Record<string, Guide>>

/** Lists the guides for the features of a setup. */
export function listGuides({ embedded, signIn, locale, gateway }: Setup): readonly Guide[] {
  return [
    guides.start,
    guides.frameworks,
    guides.options,
    guides.theming,
    guides.adapters,
    ...(embedded ? [guides.embedded] : []),
    ...(signIn === 'off' ? [] : [guides.signIn]),
    ...(locale === 'en' ? [] : [guides.languages]),
    ...(gateway ? [guides.hosting] : []),
  ]
}
