import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { versions } from './versions.js'

const root = new URL('../../../..', import.meta.url).pathname

type Manifest = { readonly [field in 'dependencies' | 'devDependencies']?: Readonly<Record<string, string>> }

/** The exact versions that the packages, apps and examples of this repository are tested with, by name. */
function readOwnVersions(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const groups = ['packages', 'apps', 'examples'].flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  )
  for (const folder of ['.', 'e2e', 'bench', ...groups]) {
    const { dependencies, devDependencies }: Manifest = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    )
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (/^\d/.test(range)) found.set(name, (found.get(name) ?? new Set()).add(range))
    }
  }
  const overrides = /^overrides:\n((?: {2}.*\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))?.[1]
  const viem = /^ {2}viem: (.*)$/m.exec(overrides ?? '')?.[1]
  return found.set('viem', new Set(viem ? [viem] : []))
}

/** Checkers of Vue and Svelte sources. Only the long end-to-end tests run them, so no package here depends on them. */
const foreign = ['svelte-check', 'vue-tsc']

it('creates apps with the versions that the repository tests with', () => {
  const own = readOwnVersions()
  const expected = Object.keys(versions).map((name) => [
    name,
    foreign.includes(name) ? versions[name as 'vue-tsc'] : [...(own.get(name) ?? [])].join(' and '),
  ])
  expect(versions).toEqual(Object.fromEntries(expected))
})

it('checks Vue and Svelte sources with exact versions', () => {
  for (const name of foreign) expect(versions[name as 'vue-tsc']).toMatch(/^\d+\.\d+\.\d+$/)
})
