import { expect, test } from 'vitest'
import type { BuiltFile } from '../prepare/buildPage.js'
import { findAdapterFiles, isScript, isStylesheet, weighFeature, weighFiles } from './weighFiles.js'

const toFile = (size: number, ...modules: string[]): BuiltFile => ({
  body: Buffer.alloc(0),
  gzip: Buffer.alloc(size),
  modules,
  imports: [],
})
const built = new Map([
  ['/view.js', toFile(1024, '/a/node_modules/@latchkey/ui-react/dist/View.js')],
  ['/wallet.js', toFile(512, '/a/node_modules/@latchkey/core/dist/a.js', '/a/@latchkey/adapter-evm/dist/b.js')],
  ['/style.css', toFile(256)],
])
const all = [...built.keys()]

test('weighs scripts and stylesheets separately', () => {
  expect(weighFiles(built, all, isScript)).toBe(1.5)
  expect(weighFiles(built, all, isStylesheet)).toBe(0.25)
})

test('findAdapterFiles includes what only the adapter imports, and excludes what a requested view imports too', () => {
  const adapter = '/a/node_modules/@latchkey/adapter-evm/dist/read.js'
  const page = new Map<string, BuiltFile>([
    ['/view.js', { ...toFile(1, '/a/@latchkey/ui-react/dist/View.js'), imports: ['/both.js', '/index.js'] }],
    ['/read.js', { ...toFile(1, adapter), imports: ['/both.js', '/faults.js', '/index.js'] }],
    ['/faults.js', { ...toFile(1, '/a/@latchkey/core/dist/faults.js'), imports: ['/codes.js'] }],
    ['/codes.js', toFile(1, '/a/@latchkey/core/dist/codes.js')],
    ['/both.js', toFile(1, '/a/@latchkey/core/dist/both.js')],
    ['/index.js', toFile(1, '/a/index.js')],
  ])
  const asked = ['/view.js', '/both.js', '/read.js', '/faults.js', '/codes.js']
  expect([...findAdapterFiles(page, asked)]).toEqual(['/read.js', '/faults.js', '/codes.js'])
  expect([...findAdapterFiles(page, asked.slice(1))]).toEqual(['/both.js', '/read.js', '/faults.js', '/codes.js'])
})

test('counts a file once, and ignores files that the build does not contain', () => {
  expect(weighFiles(built, ['/view.js', '/view.js', '/favicon.ico'], isScript)).toBe(1)
})

test('weighs a feature without QR codes, and its adapter code separately', () => {
  const page = new Map<string, BuiltFile>([
    ['/view.js', toFile(2048, '/a/@latchkey/ui-react/dist/features/receive/WalletReceiveView.js')],
    ['/qr.js', toFile(4096, '/a/@latchkey/ui-react/dist/primitives/toQrPath.js')],
    ['/wallet.js', toFile(1024, '/a/@latchkey/adapter-evm/dist/read.js')],
    ['/view.css', toFile(512)],
  ])
  expect(weighFeature(page, 'feature receive', [...page.keys()], 24)).toEqual([
    { name: 'feature receive: JavaScript more', value: 2, unit: 'KiB', budget: 24 },
    { name: 'feature receive: JavaScript of the adapter', value: 1, unit: 'KiB', budget: null },
  ])
})
