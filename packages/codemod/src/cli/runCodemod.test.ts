import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kits } from '../transform.js'
import { runCodemod } from './runCodemod.js'

const config = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { base, mainnet } from 'wagmi/chains'

export const config = getDefaultConfig({ appName: 'Shop', projectId: 'demo', chains: [mainnet, base] })
`
const provider = `import { darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { WagmiProvider } from 'wagmi'
import { base } from 'wagmi/chains'
import { config } from './wagmi'

export const App = () => (
  <WagmiProvider config={config}>
    <RainbowKitProvider theme={darkTheme()} initialChain={base} />
  </WagmiProvider>
)
`
let folder: string
let lines: string[]
const before = `import { useChainModal } from '@rainbow-me/rainbowkit'

export function useNetworks() {
  const { openChainModal } = useChainModal()
  return openChainModal
}
`
const after = `import { useModal } from '@latchkey/ui-react'

export function useNetworks() {
  const { open: openModal } = useModal()
  const openChainModal = () => void openModal({ view: 'Networks' })
  return openChainModal
}
`
const output = { print: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  lines = []
  write('src/open.ts', before)
  write('src/other.ts', 'export const one = 1\n')
  write('node_modules/kit/index.ts', "import { useConnectModal } from '@rainbow-me/rainbowkit'\n")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

describe('latchkey-codemod', () => {
  it('prints which packages to install and uninstall, and finds nothing to change on a second run', () => {
    write('src/wagmi.ts', config)
    expect(runCodemod(['rainbowkit', join(folder, 'src')], output)).toBe(0)
    expect(lines.slice(-3, -1)).toEqual([
      'npm install @latchkey/adapter-evm @latchkey/core @latchkey/ui-react',
      'npm uninstall @rainbow-me/rainbowkit',
    ])
    lines = []
    expect(runCodemod(['rainbowkit', join(folder, 'src')], output)).toBe(0)
    expect(lines).toEqual(['0 files, 0 places left to you'])
  })

  it('changes only files that import the other modal, and nothing in node_modules', () => {
    expect(runCodemod(['rainbowkit', folder], output)).toBe(0)
    expect(read('src/open.ts')).toBe(after)
    expect(read('src/other.ts')).toBe('export const one = 1\n')
    expect(read('node_modules/kit/index.ts')).toContain('@rainbow-me/rainbowkit')
    expect(lines).toEqual([
      `changed ${join(folder, 'src/open.ts')}`,
      'npm install @latchkey/core @latchkey/ui-react',
      'npm uninstall @rainbow-me/rainbowkit',
      '1 file, 0 places left to you',
    ])
  })

  it('changes nothing with --dry, and reports what it would change', () => {
    write('src/sign.ts', "import { useSIWE } from 'connectkit'\n")
    expect(runCodemod(['connectkit', '--dry', folder], output)).toBe(0)
    expect(read('src/sign.ts')).toBe("import { useSIWE } from 'connectkit'\n")
    expect(lines[0]).toBe(`would change ${join(folder, 'src/sign.ts')}`)
    expect(lines[1]).toMatch(/^ {2}1: instead of useSIWE/)
    expect(lines[2]).toBe('1 file, 1 place left to you')
  })

  it.each([
    [[], 'Specify the modal'],
    [['web3'], 'Unknown modal: "web3"'],
    [['appkit'], 'Specify the files'],
    [['appkit', 'no/such/folder'], 'No such file or folder: no/such/folder'],
    [['appkit', '.', '--force'], 'Unknown option: --force'],
  ])('rejects the arguments %j and prints its usage', (args, fault) => {
    expect(runCodemod(args, output)).toBe(2)
    expect(lines[0]).toContain(fault)
    expect(lines[0]).toContain('Usage: latchkey-codemod')
  })

  it.each([[['--help']], [['-h']], ...kits.map((kit) => [[kit, '--help']])])('prints its usage for %j', (args) => {
    expect(runCodemod(args, output)).toBe(0)
    expect(lines[0]).toContain('Usage: latchkey-codemod')
    for (const kit of kits) expect(lines[0]).toContain(kit)
    expect(read('src/open.ts')).toBe(before)
  })

  it('moves the settings of a provider to the modal in another file', () => {
    write('src/wagmi.ts', config)
    write('src/App.tsx', provider)
    expect(runCodemod(['rainbowkit', join(folder, 'src')], output)).toBe(0)
    expect(read('src/wagmi.ts')).toContain("themeMode: 'dark'")
    expect(read('src/wagmi.ts')).toContain('defaultNetwork: base')
    expect(read('src/wagmi.ts')).toContain("import { base, mainnet } from 'wagmi/chains'")
    expect(read('src/App.tsx')).toContain('<LatchkeyProvider modal={modal} />')
    expect(read('src/App.tsx')).toContain("import { config, modal } from './wagmi'")
  })

  it('picks another name for the modal if the file already uses that name, and imports it by the new name', () => {
    write('src/wagmi.ts', `${config}\nconst modal = document.querySelector('dialog')\nmodal?.close()\n`)
    write('src/App.tsx', provider)
    expect(runCodemod(['rainbowkit', join(folder, 'src')], output)).toBe(0)
    expect(read('src/wagmi.ts')).toContain('export const latchkeyModal = createModal(')
    expect(read('src/wagmi.ts')).toContain('createWagmiConfig(latchkeyModal')
    expect(read('src/App.tsx')).toContain("import { config, latchkeyModal } from './wagmi'")
    expect(read('src/App.tsx')).toContain('<LatchkeyProvider modal={latchkeyModal} />')
  })

  it('puts the provider where the app is rendered, if another file creates the modal', () => {
    const create =
      "import { createAppKit } from '@reown/appkit/react'\n\nconst kit = createAppKit({ projectId: 'demo' })\n"
    write('src/appkit.ts', `${create}kit.subscribeAccount(console.info)\n`)
    write(
      'src/main.tsx',
      "import { createRoot } from 'react-dom/client'\n\ncreateRoot(document.body).render(<App />)\n",
    )
    expect(runCodemod(['appkit', join(folder, 'src')], output)).toBe(0)
    expect(read('src/appkit.ts')).toContain("export const kit = createModal({ projectId: 'demo' })")
    expect(read('src/appkit.ts')).toContain('kit.subscribe((state) => console.info(getAccount(state)))')
    expect(read('src/main.tsx')).toContain("import { kit } from './appkit'")
    expect(read('src/main.tsx')).toContain('render(<LatchkeyProvider modal={kit}><App /></LatchkeyProvider>)')
  })

  it('creates one wagmi config for all files, after the modal', () => {
    const adapter = `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet } from '@reown/appkit/networks'

export const adapter = new WagmiAdapter({ networks: [mainnet], projectId: 'demo' })
export const config = adapter.wagmiConfig
`
    const create = `import { createAppKit } from '@reown/appkit/react'
import { mainnet } from '@reown/appkit/networks'
import { adapter } from './adapter'

createAppKit({ adapters: [adapter], networks: [mainnet], projectId: 'demo' })
`
    const main = `import { WagmiProvider } from 'wagmi'
import { config } from './adapter'
import './appkit'

export const App = () => (
  <WagmiProvider config={config}>
    <p>Shop</p>
  </WagmiProvider>
)
`
    for (const [name, text] of Object.entries({ 'adapter.ts': adapter, 'appkit.ts': create, 'App.tsx': main }))
      write(`src/${name}`, text)
    expect(runCodemod(['appkit', join(folder, 'src')], output)).toBe(0)
    expect(read('src/adapter.ts')).not.toContain('wagmiConfig')
    expect(read('src/appkit.ts')).toContain('export const wagmiConfig = createWagmiConfig(modal)')
    expect(read('src/App.tsx')).toContain("import { modal, wagmiConfig } from './appkit'")
    expect(read('src/App.tsx')).toContain('<WagmiProvider config={wagmiConfig}><LatchkeyProvider modal={modal}>')

    write('src/appkit.ts', `${adapter}${create.replace("import { mainnet } from '@reown/appkit/networks'\n", '')}`)
    expect(runCodemod(['appkit', join(folder, 'src/appkit.ts')], output)).toBe(0)
    const [modal, config] = ['export const modal =', 'export const config = createWagmiConfig(modal)']
    expect(read('src/appkit.ts').indexOf(modal)).toBeLessThan(read('src/appkit.ts').indexOf(config))
  })

  it('ignores declaration files and symbolic links', () => {
    write('src/kit.d.ts', "import { useConnectModal } from '@rainbow-me/rainbowkit'\n")
    execFileSync('ln', ['-s', folder, join(folder, 'src/loop')])
    expect(runCodemod(['rainbowkit', folder], output)).toBe(0)
    expect(lines.at(-1)).toBe('1 file, 0 places left to you')
  })
})
