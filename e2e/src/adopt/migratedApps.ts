import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLong } from '../fixtures/matrix.js'
import { installFolder } from '../packed/installFolder.js'
import type { Workshop } from '../packed/packedTest.js'
import { ownPeers } from '../packed/peerSets.js'
import { succeed } from '../packed/succeed.js'

export type MigratedApp = {
  /** Its file in `apps/`: `=== path` before each file. */
  readonly name: string
  /** The kit that the codemod migrates from. */
  readonly kit: 'appkit' | 'connectkit' | 'privy' | 'rainbowkit' | 'solana-wallet-adapter' | 'thirdweb'
  readonly framework: 'vite' | 'next'
  /** Whether a cookie keeps the account, so that the server renders it. */
  readonly hasCookie?: true
}

/** Small apps as users of the other modals write them. The first one runs in `npm test`. */
export const migratedApps: readonly MigratedApp[] = [
  { name: 'appkit-vite', kit: 'appkit', framework: 'vite' },
  { name: 'rainbowkit-vite', kit: 'rainbowkit', framework: 'vite' },
  { name: 'rainbowkit-own-button', kit: 'rainbowkit', framework: 'vite' },
  { name: 'rainbowkit-wallets', kit: 'rainbowkit', framework: 'vite' },
  { name: 'rainbowkit-next', kit: 'rainbowkit', framework: 'next' },
  { name: 'connectkit-vite', kit: 'connectkit', framework: 'vite' },
  { name: 'connectkit-next', kit: 'connectkit', framework: 'next' },
  { name: 'appkit-ethers', kit: 'appkit', framework: 'vite' },
  { name: 'appkit-next', kit: 'appkit', framework: 'next', hasCookie: true },
  { name: 'appkit-next-children', kit: 'appkit', framework: 'next' },
  { name: 'solana-vite', kit: 'solana-wallet-adapter', framework: 'vite' },
  { name: 'solana-next', kit: 'solana-wallet-adapter', framework: 'next' },
  { name: 'thirdweb-vite', kit: 'thirdweb', framework: 'vite' },
  { name: 'privy-vite', kit: 'privy', framework: 'vite' },
]

/** Packages of the other modals: none of them is installed, and no migrated app may import one. */
const oldPackages = /['"](@reown\/|@rainbow-me\/|connectkit|@solana\/wallet-adapter|thirdweb|@privy-io\/)/

/** Installs what the migrated apps need, once for all: they are folders below it. */
export async function installMigrated({ folder, pack }: Workshop): Promise<string> {
  const home = join(folder, 'migrated')
  const packages = ['core', 'ui-react', 'adapter-evm', 'adapter-solana', 'adapter-bitcoin', 'codemod']
  const { react, reactTypes, wagmi, typescript } = ownPeers
  await installFolder({
    folder: home,
    installer: 'pnpm',
    tarballs: await Promise.all(packages.map(pack)),
    dependencies: {
      '@solana/web3.js': '1.99.0',
      '@tanstack/react-query': '5.108.0',
      react,
      'react-dom': react,
      wagmi,
      ...(isLong && { next: '16.4.6' }),
    },
    devDependencies: {
      '@types/react': reactTypes,
      '@types/react-dom': '19.3.0',
      typescript,
      vite: '8.3.8',
      ...(isLong && { '@types/node': '20.19.42' }),
    },
  })
  return home
}

/** Writes an app as it was before, and migrates it with the command of the packed codemod. Returns its folder. */
export async function migrate(home: string, { name, kit, framework }: MigratedApp): Promise<string> {
  const folder = join(home, name)
  const text = readFileSync(fileURLToPath(new URL(`apps/${name}.txt`, import.meta.url)), 'utf8')
  for (const part of text.split(/^=== /m).slice(1)) {
    const end = part.indexOf('\n')
    writeApp(folder, part.slice(0, end), part.slice(end + 1))
  }
  writeApp(folder, 'package.json', JSON.stringify({ private: true, type: 'module' }))
  writeApp(folder, 'tsconfig.json', JSON.stringify(toTsConfig(framework), null, 2))
  if (framework === 'vite') writeApp(folder, 'index.html', page)
  const codemod = join(home, 'node_modules/.bin/latchkey-codemod')
  await succeed(codemod, [kit, 'src'], folder)
  const again = isLong ? await succeed(codemod, [kit, 'src'], folder) : undefined
  if (again && !again.startsWith('0 files')) throw new Error(`A second run changes something:\n${again}`)
  const left = listSources(folder).filter((path) => oldPackages.test(readFileSync(path, 'utf8')))
  if (left.length > 0) throw new Error(`Imports of ${kit} are left in ${left.join(', ')}.`)
  return folder
}

/** Type-checks an app of Vite, also for unused names, and builds it. Returns the folder to serve. */
export async function buildVite(home: string, folder: string): Promise<string> {
  const tool = (name: string): string => join(home, 'node_modules/.bin', name)
  await Promise.all([
    succeed(tool('tsc'), ['-p', folder, '--pretty', 'false'], folder),
    succeed(tool('vite'), ['build', folder, '--outDir', 'dist'], folder),
  ])
  return join(folder, 'dist')
}

function writeApp(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const listSources = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

const page =
  '<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>\n'

const toTsConfig = (framework: MigratedApp['framework']): object => ({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    isolatedModules: true,
    paths: { '@/*': ['./src/*'] },
    ...(framework === 'vite' ? { types: ['vite/client'] } : { plugins: [{ name: 'next' }] }),
  },
  include: framework === 'vite' ? ['src'] : ['next-env.d.ts', 'src', '.next/types/**/*.ts'],
})
