import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { root } from './root.mjs'

const syntactic = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] })
const typed = new ESLint({ cwd: root })

/**
 * @param {ESLint} eslint
 * @param {string} code
 * @param {string} file
 */
async function findRules(eslint, code, file) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const core = 'packages/core/src/sample.ts'
const view = 'packages/ui-react/src/features/sample/SampleView.tsx'

/** @type {readonly [rule: string, file: string, bad: string, good: string][]} */
const syntax = [
  [
    'module-level let',
    core,
    'let count = 0\nexport const next = () => count++',
    'export const f = () => { let n = 0; return n++ }',
  ],
  ['exported module-level let', core, 'export let count = 0', 'export const count = 0'],
  ['module-level var', core, 'var count = 0', 'const count = 0'],
  ['module-level Map', core, 'export const cache = new Map()', 'export const createCache = () => new Map()'],
  [
    'module-level Set',
    core,
    'const seen = { ids: new Set() }',
    'export function createSeen() { return { ids: new Set() } }',
  ],
  ['module-level WeakMap', core, 'const cache = new WeakMap()', 'export class A { cache = new WeakMap() }'],
  [
    'static collection',
    core,
    'export class A { static seen = new WeakSet() }',
    'export class A { #seen = new WeakSet() }',
  ],
  [
    'module-level EventTarget',
    core,
    'export const bus = new EventTarget()',
    'export const createBus = () => new EventTarget()',
  ],
  [
    'module-level emitter',
    core,
    'const bus = new EventEmitter()',
    'const createBus = () => { const bus = new EventEmitter(); return bus }',
  ],
  [
    'module-level store',
    core,
    'export const store = createStore({})',
    'export const createAll = () => createStore({})',
  ],
  [
    'module-level store of a namespace',
    core,
    'const store = zustand.createStore({})',
    'const create = () => zustand.createStore({})',
  ],
  ['innerHTML', view, 'node.innerHTML = text', 'node.textContent = text'],
  ['computed innerHTML', view, "node['innerHTML'] = text", "node['title'] = text"],
  ['outerHTML', view, 'node.outerHTML = text', 'node.replaceWith(text)'],
  ['insertAdjacentHTML', view, "node.insertAdjacentHTML('beforeend', text)", 'node.append(text)'],
  [
    'dangerouslySetInnerHTML',
    view,
    'const a = <p dangerouslySetInnerHTML={{ __html: text }} />',
    'const a = <p>{text}</p>',
  ],
  [
    'dangerouslySetInnerHTML as a property',
    view,
    "createElement('p', { dangerouslySetInnerHTML: html })",
    "createElement('p', { title: html })",
  ],
  ["postMessage to '*'", view, "frame.postMessage(message, '*')", 'frame.postMessage(message, origin)'],
  ["bare postMessage to '*'", view, "postMessage(message, '*')", "postMessage('*', origin)"],
  [
    "postMessage with targetOrigin '*'",
    view,
    "frame.postMessage(message, { targetOrigin: '*' })",
    'frame.postMessage(message, { targetOrigin })',
  ],
  ['postMessage to `*`', view, 'frame.postMessage(message, `*`)', 'frame.postMessage(message, `https://a.example`)'],
  ["setAttribute('style')", view, "node.setAttribute('style', text)", "node.setAttribute('class', 'wide')"],
  ['style attribute in JSX', view, 'const a = <p style={{ color }} />', 'const a = <p className="warm" />'],
  ['style element in JSX', view, 'const a = <style>{css}</style>', 'const a = <div>{css}</div>'],
  ['createElement style', view, "document.createElement('style')", "document.createElement('div')"],
  ['enter event in JSX', view, 'const a = <p onPointerEnter={load} />', 'const a = <p onPointerOver={load} />'],
  ['enter event as a property', view, 'const a = { onMouseEnter: load }', 'const a = { onMouseOver: load }'],
  ['default export', view, 'export default function Sample() {}', 'export function Sample() {}'],
  ['re-export as default', view, 'const a = 1\nexport { a as default }', 'const a = 1\nexport { a }'],
  ['re-export outside exports/', core, "export { a } from './a.ts'", "import { a } from './a.ts'\nexport const b = a"],
]

describe('no-restricted-syntax', () => {
  test.each(syntax)('rejects %s', async (_, file, bad, good) => {
    expect(await findRules(syntactic, bad, file)).toEqual(['no-restricted-syntax'])
    expect(await findRules(syntactic, good, file)).toEqual([])
  })

  test('applies to apps, and exempts tests, re-exports in exports/ and default exports of configuration files', async () => {
    const state = 'export let count = 0'
    expect(await findRules(syntactic, state, 'apps/demo/src/sample.ts')).toEqual(['no-restricted-syntax'])
    expect(await findRules(syntactic, state, 'packages/core/src/sample.test.ts')).toEqual([])
    expect(await findRules(syntactic, "export { a } from '../a.ts'", 'packages/core/src/exports/index.ts')).toEqual([])
    expect(await findRules(syntactic, state, 'packages/core/src/exports/index.ts')).toEqual(['no-restricted-syntax'])
    expect(await findRules(syntactic, 'export default {}', 'packages/core/tsup.config.ts')).toEqual([])
    expect(await findRules(syntactic, 'export default {}', 'apps/demo/vite.config.ts')).toEqual([])
  })
})

describe('globals that core must not use', () => {
  test.each([
    'document.title',
    'window.open()',
    "localStorage.getItem('a')",
    'navigator.language',
    'globalThis.document',
    "fetch('/')",
    'setTimeout(run, 1)',
  ])('rejects %s', async (code) => {
    expect(await findRules(syntactic, code, core)).toEqual(['no-restricted-globals'])
    expect(await findRules(syntactic, code, 'packages/core/src/modal/env.ts')).toEqual([])
    expect(await findRules(syntactic, code, 'packages/core/src/sample.test.ts')).toEqual([])
    expect(await findRules(syntactic, code, view)).toEqual([])
  })

  test('rejects Date.now() and Math.random(), and accepts a parameter named like a global', async () => {
    expect(await findRules(syntactic, 'Date.now()', core)).toEqual(['no-restricted-properties'])
    expect(await findRules(syntactic, 'Math.random()', core)).toEqual(['no-restricted-properties'])
    expect(await findRules(syntactic, 'export const f = (window: Window) => window.open()', core)).toEqual([])
  })
})

describe('rules for all files', () => {
  /** @type {readonly [rule: string, bad: string, good: string][]} */
  const rules = [
    ['no-empty', 'try { a() } catch {}', 'try { a() } catch { /* nothing to close */ }'],
    ['no-eval', "eval('1')", 'evaluate(1)'],
    ['no-new-func', "new Function('a')", 'new Fun()'],
    ['@typescript-eslint/no-explicit-any', 'export const a: any = 1', 'export const a: unknown = 1'],
    ['@typescript-eslint/ban-ts-comment', '// @ts-ignore\na()', '// @ts-expect-error the point of the test\na()'],
  ]
  test.each(rules)('%s', async (rule, bad, good) => {
    expect(await findRules(syntactic, bad, core)).toEqual([rule])
    expect(await findRules(syntactic, good, core)).toEqual([])
  })

  test('reports an unused suppression', async () => {
    const code = '// eslint-disable-next-line no-eval\nexport const a = 1'
    expect(await findRules(syntactic, code, core)).toEqual([expect.stringContaining('Unused eslint-disable')])
  })
})

describe('rules with type information', () => {
  const work = 'declare const work: () => Promise<void>\n'
  /** @type {readonly [rule: string, bad: string, good: string][]} */
  const rules = [
    ['no-floating-promises', `${work}work()`, `${work}void work()`],
    ['no-misused-promises', `${work}if (work()) {}`, `${work}if (await work() === undefined) {}`],
    ['await-thenable', 'await 1', 'await Promise.resolve(1)'],
    ['only-throw-error', "throw 'no'", "throw new Error('no')"],
    [
      'switch-exhaustiveness-check',
      "declare const a: 'x' | 'y'\nswitch (a) { case 'x': }",
      "declare const a: 'x' | 'y'\nswitch (a) { case 'x': case 'y': }",
    ],
  ]
  test.each(rules)('%s', async (rule, bad, good) => {
    // a file that the type checker includes
    const file = 'vitest.config.ts'
    const name = `@typescript-eslint/${rule}`
    expect(await findRules(typed, `export {}\n${bad}`, file)).toContain(name)
    expect(await findRules(typed, `export {}\n${good}`, file)).not.toContain(name)
  })
})
