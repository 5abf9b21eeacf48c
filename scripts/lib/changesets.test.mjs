import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findChangesetErrors } from './changesets.mjs'

/** @type {string} */
let folder

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

/** @type {(path: string, text: string) => void} */
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const commit = () => {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'a')
  return git('rev-parse', 'HEAD')
}
const manifest = (/** @type {object} */ parts = {}) =>
  `${JSON.stringify({ name: '@x/core', version: '0.1.0', ...parts }, null, 2)}\n`
const changeset = (/** @type {string} */ name) => `---\n'${name}': minor\n---\n\nMore.\n`
const check = (/** @type {string | undefined} */ base = undefined) => findChangesetErrors(folder, base)
const missing = [expect.stringContaining('@x/core differs from its last release')]
const missingSinceBase = [expect.stringContaining('@x/core differs from the merge base')]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-changesets-'))
  git('init', '--quiet', '--initial-branch=main')
  write('packages/core/package.json', manifest())
  write('packages/core/src/a.ts', 'export const a = 1\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('requires no changeset before the first commit or for it', () => {
  expect(check()).toEqual([])
  commit()
  expect(check()).toEqual([])
})

describe('a package that was never released', () => {
  beforeEach(() => void commit())

  test('needs a changeset for a change since its first commit, committed or not', () => {
    write('packages/core/src/a.ts', 'export const a = 2\n')
    expect(check()).toEqual(missing)
    commit()
    expect(check()).toEqual(missing)
    write('.changeset/a.md', changeset('@x/core'))
    expect(check()).toEqual([])
  })

  test('needs another one for a change after a release candidate, which keeps its changesets', () => {
    write('.changeset/a.md', changeset('@x/core'))
    write('.changeset/pre.json', JSON.stringify({ mode: 'pre', tag: 'rc', changesets: ['a'] }))
    write('packages/core/src/a.ts', 'export const a = 2\n')
    expect(check()).toEqual(missing)
    write('.changeset/b.md', changeset('@x/core'))
    expect(check()).toEqual([])
  })

  test('needs one for a new file, a template and a dependency', () => {
    for (const path of ['packages/core/src/b.ts', 'packages/core/templates/b.ts']) {
      write(path, 'export const b = 1\n')
      expect(check()).toEqual(missing)
      rmSync(join(folder, path))
    }
    write('packages/core/package.json', manifest({ dependencies: { zustand: '5.1.0' } }))
    expect(check()).toEqual(missing)
  })

  test('needs none for tests, READMEs and development dependencies', () => {
    write('packages/core/src/a.test.ts', 'test()\n')
    write('packages/core/README.md', '# Core\n')
    write('packages/core/package.json', manifest({ devDependencies: { vitest: '1' }, scripts: { build: 'tsup' } }))
    commit()
    expect(check()).toEqual([])
  })

  test('needs one even if its version was changed by hand', () => {
    write('packages/core/src/a.ts', 'export const a = 2\n')
    write('packages/core/package.json', manifest({ version: '0.2.0' }))
    commit()
    expect(check()).toEqual(missing)
  })

  test('needs none if it is private, and a changeset must not name it', () => {
    write('packages/core/package.json', manifest({ private: true }))
    write('packages/core/src/a.ts', 'export const a = 2\n')
    expect(check()).toEqual([])
    write('.changeset/a.md', changeset('@x/core'))
    expect(check()).toEqual([
      expect.stringContaining('.changeset/a.md names @x/core, which is not a published package'),
    ])
  })
})

describe('a released package', () => {
  beforeEach(() => {
    commit()
    write('packages/core/src/a.ts', 'export const a = 2\n')
    write('packages/core/package.json', manifest({ version: '0.2.0' }))
  })

  test.each(['a tag', 'the changelog'])('known by %s, needs one for later changes', (by) => {
    if (by === 'the changelog') write('packages/core/CHANGELOG.md', '# core\n\n## 0.2.0\n\n- More.\n')
    commit()
    if (by === 'a tag') git('tag', '@x/core@0.2.0')
    expect(check()).toEqual([])
    write('packages/core/src/a.ts', 'export const a = 3\n')
    expect(check()).toEqual(missing)
  })

  test('needs none while its release is being made', () => {
    write('packages/core/CHANGELOG.md', '# core\n\n## 0.2.0\n\n- More.\n')
    expect(check()).toEqual([])
  })
})

describe('with a base', () => {
  /** @type {string} */
  let base
  beforeEach(() => {
    commit()
    write('packages/core/src/a.ts', 'export const a = 2\n')
    write('.changeset/old.md', changeset('@x/core'))
    base = commit()
  })

  test('a changeset from before the base does not cover a change after it', () => {
    expect(check(base)).toEqual([])
    write('packages/core/src/a.ts', 'export const a = 3\n')
    commit()
    expect(check()).toEqual([])
    expect(check(base)).toEqual(missingSinceBase)
    write('.changeset/new.md', changeset('@x/core'))
    expect(check(base)).toEqual([])
  })

  test('origin/main is the base unless it is the same commit', () => {
    write('packages/core/src/a.ts', 'export const a = 3\n')
    git('update-ref', 'refs/remotes/origin/main', base)
    expect(check()).toEqual([])
    commit()
    expect(check()).toEqual(missingSinceBase)
    write('.changeset/old.md', `${changeset('@x/core')}And more.\n`)
    expect(check()).toEqual([])
  })

  test('a release after the base consumes the changesets', () => {
    rmSync(join(folder, '.changeset'), { recursive: true })
    write('packages/core/package.json', manifest({ version: '0.2.0' }))
    write('packages/core/CHANGELOG.md', '# core\n\n## 0.2.0\n')
    commit()
    expect(check(base)).toEqual([])
  })

  test('error: throws for an unknown base', () => {
    expect(() => check('nowhere')).toThrow('CHANGESET_BASE is "nowhere"')
  })
})
