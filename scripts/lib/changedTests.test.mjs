import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserTestsOf, listChangedFiles, selectBrowserTests } from './changedTests.mjs'
import { git } from './git.mjs'
import { root } from './root.mjs'

describe('the changed files', () => {
  /** @type {string} */
  let folder
  /** @param {...string} args */
  const run = (...args) => git(['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], folder)
  /** @param {string} name */
  const write = (name) => writeFile(join(folder, name), name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'changed-'))
    run('init', '--initial-branch=main')
    await write('main.txt')
    run('add', '.')
    run('commit', '-m', 'Add a file')
    run('switch', '-c', 'work')
    await write('committed.txt')
    run('add', '.')
    run('commit', '-m', 'Add another file')
    await write('staged.txt')
    run('add', '.')
    await writeFile(join(folder, 'main.txt'), 'changed')
    await write('untracked.txt')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('are those since the branch left main, committed or not', () => {
    expect(listChangedFiles(undefined, folder)).toEqual({
      revision: run('rev-parse', 'main'),
      files: ['committed.txt', 'main.txt', 'staged.txt', 'untracked.txt'],
    })
  })

  test('are those since a given revision', () => {
    expect(listChangedFiles('HEAD', folder)?.files).toEqual(['main.txt', 'staged.txt', 'untracked.txt'])
  })

  test('are null since a revision that git does not know', () => {
    expect(listChangedFiles('nowhere', folder)).toBeNull()
  })
})

describe('the browser tests for changed files', () => {
  test('are the changed specs, except visual tests (which have their own command) and removed files', () => {
    const files = ['e2e/src/main/focus.spec.ts', 'e2e/src/look/look.spec.ts', 'e2e/src/main/removed.spec.ts']
    expect(selectBrowserTests(files)).toEqual(['src/main/focus.spec.ts'])
  })

  test('are those of each package that changed, each once', () => {
    expect(selectBrowserTests(['apps/vault/src/a.ts', 'packages/embedded-wallet/src/b.ts'])).toEqual([
      'src/embedded/embedded.spec.ts',
      'src/embedded/login.spec.ts',
      'src/logins/popup.spec.ts',
    ])
  })

  test('are none for files that no page runs', () => {
    expect(selectBrowserTests(['docs/options.md', 'scripts/test.mjs'])).toEqual([])
  })

  test('exist', () => {
    const missing = browserTestsOf
      .flatMap(([, names]) => names)
      .filter((name) => !existsSync(join(root, 'e2e/src', `${name}.spec.ts`)))
    expect(missing).toEqual([])
  })

  test('cover every package and app', () => {
    const folders = (git(['ls-tree', '-d', '--name-only', 'HEAD', 'packages/', 'apps/']) ?? '').split('\n')
    expect(folders.length).toBeGreaterThan(10)
    expect(folders.filter((folder) => selectBrowserTests([`${folder}/src/a.ts`]).length === 0)).toEqual([])
  })
})
