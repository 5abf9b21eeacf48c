import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toPackageManager } from './packageManager.js'
import { type CreateOptions, runCreate } from './runCreate.js'

const own = Object.fromEntries(
  [
    ...['core', 'ui-react', 'adapter-evm', 'adapter-solana', 'adapter-bitcoin'],
    ...['embedded-wallet', 'walletconnect', 'testing'],
  ].map((name) => [name, '1.2.3']),
)
const templatesFolder = fileURLToPath(new URL('../../templates', import.meta.url))

let cwd: string
let printed: string[]
let warned: string[]

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'create-latchkey-'))
  printed = []
  warned = []
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cwd, { recursive: true, force: true })
})

const create = (line: string, options: Partial<CreateOptions> = {}): Promise<number> =>
  runCreate(line === '' ? [] : line.split(' '), {
    cwd,
    manager: 'npm',
    templatesFolder,
    own,
    terminal: null,
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
    ...options,
  })
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8')
const listFiles = (folder: string): readonly string[] =>
  readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(cwd, folder).length + 1))
    .sort()

/** A terminal whose user types a line after each question. */
function createTerminal(replies: readonly (string | null)[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const left = [...replies]
  let shown = ''
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    if (!/[:\]] $/.test(shown)) return
    const reply = left.shift()
    if (reply === null || reply === undefined) input.end()
    else input.write(`${reply}\n`)
  })
  return { terminal: { input, output }, getShown: () => shown }
}

describe('create-latchkey', () => {
  it('creates a React app for EVM by default, and prints the next steps', async () => {
    expect(await create('my-shop')).toBe(0)
    expect(listFiles('my-shop')).toEqual([
      '.gitignore',
      'README.md',
      'index.html',
      'package.json',
      'src/Account.tsx',
      'src/App.tsx',
      'src/Providers.tsx',
      'src/app.test.tsx',
      'src/main.tsx',
      'src/modal.ts',
      'src/style.css',
      'src/testing/wallet.ts',
      'tsconfig.json',
      'vite.config.ts',
    ])
    expect(JSON.parse(read('my-shop/package.json'))).toMatchObject({
      name: 'my-shop',
      dependencies: { '@latchkey/ui-react': '^1.2.3' },
      devDependencies: { '@latchkey/testing': '^1.2.3', viem: '2.57.20' },
    })
    expect(printed.join('\n')).toContain('  cd my-shop\n  npm install\n  npm run dev')
  })

  it('lists the environment variables to fill in', async () => {
    const line = 'shop --template next --chains solana,bitcoin --logins --pairing'
    expect(await create(line, { manager: 'pnpm' })).toBe(0)
    const names = ['ESPLORA_URL', 'FRAME_URL', 'PROJECT_ID', 'RELAY_URL'].map((name) => `NEXT_PUBLIC_${name}`)
    expect(read('shop/.env').match(/^\w+(?==$)/gm)).toEqual(names)
    expect(
      read('shop/app/modal.ts')
        .match(/(?<=process\.env\.)\w+/g)
        ?.sort(),
    ).toEqual(names)
    expect(printed.join('\n')).toContain(`Fill in .env: ${names.join(', ')}.`)
    expect(read('shop/README.md')).toContain('pnpm run dev')
  })

  it('writes to a folder that contains only .git, and names the app after the folder', async () => {
    mkdirSync(join(cwd, 'shop/.git'), { recursive: true })
    expect(await create('.', { cwd: join(cwd, 'shop') })).toBe(0)
    expect(JSON.parse(read('shop/package.json'))).toMatchObject({ name: 'shop' })
  })

  it.each([
    ['my-shop --template angular', 'Unknown template: "angular". Use one of react, next, vue, svelte, html.'],
    ['my-shop --chains evm,tron', 'Unknown chain: "tron". Use some of evm, solana, bitcoin.'],
    ['my-shop --chains=', 'Unknown chain: ""'],
    ['my-shop --force', "Unknown option '--force'"],
    ['my-shop other', 'Specify one folder, not 2'],
    ['My_Shop', 'Invalid name: "My_Shop"'],
    ['node_modules', 'Invalid name: "node_modules"'],
    ['full', 'is not empty'],
    ['file', 'is a file'],
    ['my-shop --template vue --wagmi', 'wagmi needs React or Next.js'],
    ['my-shop --chains solana --wagmi', 'wagmi needs React or Next.js'],
  ])('rejects "%s" and writes nothing', async (line, problem) => {
    mkdirSync(join(cwd, 'full'))
    writeFileSync(join(cwd, 'full/a.txt'), '')
    writeFileSync(join(cwd, 'file'), '')
    expect(await create(line)).toBe(1)
    expect(warned.join('\n')).toContain(problem)
    expect(listFiles('.')).toEqual(['file', 'full/a.txt'])
  })

  it('prints its usage with --help and creates nothing', async () => {
    expect(await create('--help')).toBe(0)
    expect(printed.join('\n')).toContain('Usage: npm create latchkey')
    expect(listFiles('.')).toEqual([])
  })
})

describe('create-latchkey in a terminal', () => {
  it('asks for everything that is not given, and asks again after an invalid answer', async () => {
    const { terminal, getShown } = createTerminal(['My shop', 'shop', '9', '2', '2, evm', 'yes', '', 'maybe', 'n', 'n'])
    expect(await create('', { terminal })).toBe(0)
    expect(getShown()).toContain('Invalid name: "My shop"')
    expect(getShown()).toContain('Choose by the number or the name in the list.')
    expect(read('shop/app/modal.ts')).toMatch(/solana\(.*evm\(/s)
    expect(Object.keys(JSON.parse(read('shop/package.json')).dependencies)).toContain('wagmi')
    expect(existsSync(join(cwd, 'shop/.env'))).toBe(false)
  })

  it('asks only for what the options leave open, and accepts the defaults', async () => {
    const { terminal, getShown } = createTerminal(['', '', ''])
    expect(await create('shop --template vue --pairing --no-install', { terminal })).toBe(0)
    expect(getShown().match(/\]: /g)).toHaveLength(2)
    expect(read('shop/.env')).toContain('VITE_RELAY_URL=')
  })

  it('rejects a folder that is not empty before it asks for anything', async () => {
    mkdirSync(join(cwd, 'full/a'), { recursive: true })
    const { terminal, getShown } = createTerminal([])
    expect(await create('full', { terminal })).toBe(1)
    expect(getShown()).toBe('')
  })

  it('error: rejects a folder inside a file', async () => {
    writeFileSync(join(cwd, 'notes'), '')
    for (const path of ['notes/my-shop', 'notes/apps/my-shop']) expect(await create(path)).toBe(1)
    expect(warned).toEqual(Array(2).fill(`"${join(cwd, 'notes')}" is a file. Choose another name.`))
  })

  it('asks for nothing with --yes', async () => {
    const { terminal, getShown } = createTerminal([])
    expect(await create('--yes', { terminal })).toBe(0)
    expect(getShown()).toBe('')
    expect(existsSync(join(cwd, 'my-app/package.json'))).toBe(true)
  })

  it('creates nothing if the user quits', async () => {
    const { terminal } = createTerminal(['shop', null])
    expect(await create('', { terminal })).toBe(1)
    expect(warned).toEqual(['Nothing was created.'])
    expect(listFiles('.')).toEqual([])
  })
})

describe('installing', () => {
  /** A package manager that writes its arguments to a file. */
  function providePnpm(code: number): void {
    const program = join(cwd, 'bin/pnpm')
    mkdirSync(join(cwd, 'bin'))
    writeFileSync(program, `#!/bin/sh\necho "$@" > installed.txt\nexit ${code}\n`)
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', [join(cwd, 'bin'), process.env['PATH']].join(delimiter))
  }

  it('runs the package manager of the user in the new folder', async () => {
    providePnpm(0)
    expect(await create('shop --install', { manager: 'pnpm' })).toBe(0)
    expect(read('shop/installed.txt')).toBe('install\n')
    expect(printed.join('\n')).toContain('  cd shop\n  pnpm run dev')
  })

  it('reports a failed installation and keeps the app', async () => {
    providePnpm(3)
    expect(await create('shop --install', { manager: 'pnpm' })).toBe(1)
    expect(warned.join('\n')).toContain('"pnpm install" failed')
    expect(existsSync(join(cwd, 'shop/src/modal.ts'))).toBe(true)
  })

  it.each([
    ['pnpm/10.34.9 npm/? node/v24.0.0 linux x64', 'pnpm'],
    ['npm/11.0.0 node/v22.0.0 linux x64 workspaces/false', 'npm'],
    ['yarn/4.9.0 npm/? node/v22.0.0 linux x64', 'yarn'],
    ['bun/1.3.0 npm/? node/v24.0.0 linux x64', 'bun'],
    ['deno/2.0.0', 'npm'],
    [undefined, 'npm'],
  ])('recognizes "%s" as %s', (agent, manager) => {
    expect(toPackageManager(agent)).toBe(manager)
  })
})
