import { expect, it } from 'vitest'
import { findPackageErrors } from './findPackageErrors.mjs'

const repository = { node: '>=20.19', license: 'MIT' }
const manifest = {
  name: '@x/a',
  description: 'What it is for',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19' },
  sideEffects: ['./dist/a.css'],
  publishConfig: { access: 'public', provenance: true },
  exports: { '.': { types: './dist/a.d.ts', default: './dist/a.js' }, './a.css': './dist/a.css' },
  scripts: { build: 'tsup' },
  dependencies: { viem: '^2.57.1' },
}
const paths = ['package.json', 'README.md', 'LICENSE', 'dist/a.js', 'dist/a.d.ts', 'dist/a.css']

it('reports nothing for a valid package, with or without a changelog', () => {
  expect(findPackageErrors({ manifest, paths }, repository)).toEqual([])
  expect(findPackageErrors({ manifest, paths: [...paths, 'CHANGELOG.md'] }, repository)).toEqual([])
})

it.each([
  ['a script that runs on install', { scripts: { postinstall: 'node a.js' } }, 'runs "postinstall"'],
  ['a script that runs on install from git', { scripts: { prepare: 'tsup' } }, 'runs "prepare"'],
  ['a missing entry', { exports: { './b': { default: './dist/b.js' } } }, 'refers to dist/b.js'],
  ['a missing command', { bin: { a: './dist/main.js' } }, 'refers to dist/main.js'],
  ['a missing stylesheet', { sideEffects: ['./dist/b.css'] }, 'refers to dist/b.css'],
  ['a missing sideEffects field', { sideEffects: undefined }, null],
  ['side effects in all files', { sideEffects: true }, 'List the files'],
  ['another licence', { license: 'ISC' }, 'licence "ISC"'],
  ['another Node.js range', { engines: { node: '>=18' } }, '">=18"'],
  ['no Node.js range', { engines: undefined }, '"undefined"'],
  ['no public access', { publishConfig: { provenance: true } }, '"access"'],
  ['no provenance', { publishConfig: { access: 'public' } }, '"provenance"'],
  [
    'a registry of its own',
    { publishConfig: { access: 'public', provenance: true, registry: 'x' } },
    'specifies a registry',
  ],
  ['CommonJS', { type: undefined }, '"module"'],
  ['a private package', { private: true }, 'is private'],
  ['a workspace range', { peerDependencies: { b: 'workspace:^' } }, '"workspace:"'],
  ['a dependency from a folder', { dependencies: { b: 'file:../b' } }, 'outside the registry'],
  ['no description', { description: undefined }, 'no description'],
])('rejects %s', (_, change, words) => {
  const changed = Object.fromEntries(
    Object.entries({ ...manifest, ...change }).filter(([, value]) => value !== undefined),
  )
  const errors = findPackageErrors({ manifest: changed, paths }, repository)
  expect(errors).toEqual([expect.stringContaining(words ?? 'lacks "sideEffects"')])
})

it.each([
  ['a test', 'dist/a.test.js'],
  ['a build cache', 'dist/.turbo/log'],
  ['sources', 'src/a.ts'],
  ['a configuration', 'tsup.config.ts'],
])('rejects %s in the tarball', (_, path) => {
  expect(findPackageErrors({ manifest, paths: [...paths, path] }, repository)).toEqual([
    `@x/a includes ${path}. Narrow "files" in its package.json.`,
  ])
})

it.each(['README.md', 'LICENSE'])('reports a missing %s', (path) => {
  expect(findPackageErrors({ manifest, paths: paths.filter((item) => item !== path) }, repository)).toEqual([
    `@x/a lacks ${path}. Add the file.`,
  ])
})
