import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppChoices, type Chain, canUseWagmi, type Template, templates } from './choices.js'
import { writeApp } from './writeApp.js'

const templatesFolder = fileURLToPath(new URL('../../templates', import.meta.url))
const siblings = readdirSync(new URL('../../..', import.meta.url))
const own = Object.fromEntries(siblings.map((name) => [name, '1.2.3']))

let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-latchkey-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const chainSets: readonly (readonly Chain[])[] = [
  ['evm'],
  ['solana'],
  ['bitcoin'],
  ['evm', 'solana'],
  ['bitcoin', 'solana', 'evm'],
]
const flags = [true, false]
const cases: readonly AppChoices[] = (Object.keys(templates) as Template[])
  .flatMap((template) => chainSets.map((chains) => ({ template, chains })))
  .flatMap((base) => flags.map((isRich) => ({ ...base, logins: isRich, pairing: isRich })))
  .flatMap((base) => [{ ...base, wagmi: false }, ...(canUseWagmi(base) ? [{ ...base, wagmi: true }] : [])])

const toTitle = ({ template, chains, logins, wagmi }: AppChoices): string =>
  [template, ...chains, ...(logins ? ['logins', 'pairing'] : []), ...(wagmi ? ['wagmi'] : [])].join('-')

/** Packages that no source imports by name: used by commands, as types, or as peers. */
const implicit = /^(@types\/.*|typescript|vite|vitest|happy-dom|vue-tsc|svelte-check|svelte|next|react|react-dom|viem)$/

describe('a new app', () => {
  it.each(cases.map((choices) => [toTitle(choices), choices] as const))(
    '%s imports only files that exist, and declares exactly the packages that it uses',
    (name, choices) => {
      const folder = join(parent, name)
      writeApp(folder, { choices, templatesFolder, own, manager: 'npm' })
      const specifiers = listImports(folder)
      const missing = specifiers.filter(({ from, to }) => to.startsWith('.') && !isThere(join(dirname(from), to)))
      expect(missing).toEqual([])

      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const listed = Object.keys({ ...dependencies, ...devDependencies })
      const used = new Set(
        specifiers.flatMap(({ to }) => (/^[.]/.test(to) ? [] : [/^(@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? ''])),
      )
      expect([...used].filter((item) => !listed.includes(item))).toEqual([])
      expect(listed.filter((item) => !used.has(item) && !implicit.test(item))).toEqual([])
    },
  )
})

it.each(cases.map((choices) => [toTitle(choices), choices] as const))(
  'the README of %s refers to sections that exist in the READMEs of its packages',
  (name, choices) => {
    const folder = join(parent, `readme-${name}`)
    writeApp(folder, { choices, templatesFolder, own, manager: 'npm' })
    const guides = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^- `([\w-]+\/README\.md)`: (.*)$/gm)]
    expect(guides.length).toBeGreaterThan(2)
    for (const [, file = '', about = ''] of guides) {
      const sections = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      for (const [, section] of about.matchAll(/"(.*?)"/g))
        expect(sections).toMatch(new RegExp(`^###? ${section}$`, 'm'))
    }
  },
)

type Import = { readonly from: string; readonly to: string }

function listImports(folder: string): readonly Import[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|vue|svelte)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((from) =>
      [...readFileSync(from, 'utf8').matchAll(/(?:from|^import|import\() ?'([^']+)'/gm)].map(([, to = '']) => ({
        from,
        to,
      })),
    )
}

/** Next.js sources leave out the file extension. */
const isThere = (path: string): boolean =>
  [path.replace(/\?raw$/, ''), `${path}.ts`, `${path}.tsx`].some((candidate) => existsSync(candidate))
