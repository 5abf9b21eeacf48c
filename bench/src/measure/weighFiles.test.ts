import { expect, test } from 'vitest'
import type { BuiltFile } from '../prepare/buildPage.js'
import { isAdapterScript, isScript, isStylesheet, isViewScript, weighFiles } from './weighFiles.js'

const toFile = (size: number, ...modules: string[]): BuiltFile => ({
  body: Buffer.alloc(0),
  gzip: Buffer.alloc(size),
  modules,
})
const built = new Map([
  ['/view.js', toFile(1024, '/a/node_modules/@latchkey/ui-react/dist/View.js')],
  ['/wallet.js', toFile(512, '/a/node_modules/@latchkey/core/dist/a.js', '/a/@latchkey/adapter-evm/dist/b.js')],
  ['/style.css', toFile(256)],
])
const all = [...built.keys()]

test('weighs scripts and styles apart, and adapters apart from views', () => {
  expect(weighFiles(built, all, isScript)).toBe(1.5)
  expect(weighFiles(built, all, isStylesheet)).toBe(0.25)
  expect(weighFiles(built, all, isViewScript)).toBe(1)
  expect(weighFiles(built, all, isAdapterScript)).toBe(0.5)
})

test('a file counts once, and what the page does not have weighs nothing', () => {
  expect(weighFiles(built, ['/view.js', '/view.js', '/favicon.ico'], isScript)).toBe(1)
})
