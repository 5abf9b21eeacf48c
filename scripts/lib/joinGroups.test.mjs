import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinGroups } from './joinGroups.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-groups-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "sideEffects": false }')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param {Readonly<Record<string, string>>} files */
function write(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const parts = {
  'outside.js': 'const outside = 1;\nexport {\n  outside\n};\n',
  'one/first.js': 'import { outside } from "../outside.js";\nconst own = outside + 1;\nexport {\n  own as first\n};\n',
  'two/second.js':
    'import { first } from "../one/first.js";\nconst own = 10;\nconst second = first + own;\nconst later = () => import("../outside.js");\nexport {\n  later,\n  second\n};\n',
  'look.css.js': 'export default "a{}"\n',
  'pages/a.js':
    'import { first } from "../one/first.js";\nimport look from "../look.css.js";\nexport const a = first + look;\n',
  'pages/b.js':
    'import {\n  second\n} from "../two/second.js";\nexport { later } from "../two/second.js";\nexport const b = second;\n',
  'pages/c.js':
    'import { first } from "../one/first.js";\nimport { second } from "../two/second.js";\nexport const c = first * second;\n',
}
const groups = { both: ['one/first', 'two/second', 'look.css'] }

test('what the files of a group gave comes from the group', async () => {
  write(parts)
  await joinGroups(folder, groups)
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, name)).href)
  expect((await load('pages/a.js')).a).toBe('2a{}')
  const { b, later } = await load('pages/b.js')
  expect(b).toBe(12)
  expect(await later()).toBe(await load('outside.js'))
  expect((await load('pages/c.js')).c).toBe(24)
  await expect(load('one/first.js')).rejects.toThrow('Cannot find')
  expect(readFileSync(join(folder, 'both.js'), 'utf8').match(/own\d? = /g)).toHaveLength(2)
})

test('what pages share is one file for a bundler, instead of one for each set of pages', async () => {
  write(parts)
  const count = async () => {
    const entryPoints = ['a', 'b', 'c'].map((name) => join(folder, `pages/${name}.js`))
    const external = [join(folder, 'outside.js')]
    const outdir = join(folder, 'out')
    const { outputFiles } = await build({
      ...{ entryPoints, external, outdir, format: 'esm', bundle: true, splitting: true, write: false },
    })
    return outputFiles.length
  }
  const before = await count()
  await joinGroups(folder, groups)
  expect([before, await count()]).toEqual([5, 4])
})

test('two groups, of which one needs the other', async () => {
  write(parts)
  await joinGroups(folder, { lower: ['one/first', 'look.css'], upper: ['two/second', 'pages/c'] })
  expect((await import(pathToFileURL(join(folder, 'upper.js')).href)).c).toBe(24)
})

test('error: a group that something outside of it needs in between', async () => {
  write({
    'a.js': 'import { b } from "./b.js";\nexport const a = b;\n',
    'b.js': 'import { c } from "./c.js";\nexport const b = c;\n',
    'c.js': 'export const c = 1;\n',
  })
  await expect(joinGroups(folder, { ends: ['a', 'c'] })).rejects.toThrow('needs a file that needs c.js of it')
  expect(readFileSync(join(folder, 'c.js'), 'utf8')).toBe('export const c = 1;\n')
})

test('error: a part that is loaded later, by the group itself or by others', async () => {
  write({ 'a.js': 'export const a = () => import("./b.js");\n', 'b.js': 'export const b = 1;\n' })
  await expect(joinGroups(folder, { both: ['a', 'b'] })).rejects.toThrow('b.js is loaded later by its own group "both"')
  await expect(joinGroups(folder, { one: ['b'] })).rejects.toThrow('loads ./b.js later, which is in the group "one"')
})

test('error: one name from two files', async () => {
  write({ 'a.js': 'export const same = 1;\n', 'b.js': 'export const same = 2;\n' })
  await expect(joinGroups(folder, { both: ['a', 'b'] })).rejects.toThrow('Multiple exports with the same name "same"')
})

test('error: a file that is not there', async () => {
  await expect(joinGroups(folder, { gone: ['missing'] })).rejects.toThrow('missing.js')
})
