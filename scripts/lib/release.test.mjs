import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listPending } from './changesets.mjs'
import { listPackages } from './listPackages.mjs'
import { packRelease } from './packRelease.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// Tests what a release would do with the current tree, on copies of its files.

/** @type {string} */
let copy
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

/** @type {(folder: string, path: string) => any} */
const readManifest = (folder, path) => JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))

/** Every package of the workspace, published or not. */
function listMembers() {
  const groups = ['packages', 'apps', 'examples'].filter((name) => existsSync(join(root, name)))
  const members = groups.flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  return [...members, 'e2e', 'bench'].filter((path) => existsSync(join(root, path, 'package.json')))
}

it('bumps each changed package and no app, keeps peer ranges, and writes a changelog for each', async () => {
  const members = listMembers()
  for (const path of [
    '.changeset',
    'package.json',
    'pnpm-workspace.yaml',
    ...members.map((path) => `${path}/package.json`),
  ]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { recursive: true })
  }
  const { code, output } = await run(join(root, 'node_modules/.bin/changeset'), ['version'], {
    cwd: copy,
    capture: true,
  })
  expect(code, output).toBe(0)

  const published = listPackages(root).map(({ folder }) => folder)
  const pending = listPending(root)
  expect(listPending(copy)).toEqual([])
  for (const path of members) {
    const [before, after] = [readManifest(root, path), readManifest(copy, path)]
    if (!published.includes(path)) {
      expect(after.version, path).toBe(before.version)
      continue
    }
    if (pending.some(({ names }) => names.includes(before.name))) {
      expect(after.version, path).not.toBe(before.version)
      expect(readFileSync(join(copy, path, 'CHANGELOG.md'), 'utf8')).toContain(`## ${after.version}\n`)
    }
    // a peer that stays within its range must not cause a major release
    expect(after.version.split('.')[0], path).toBe(before.version.split('.')[0])
    expect(after.peerDependencies?.['@latchkey/core'], path).toBe(before.peerDependencies?.['@latchkey/core'])
  }
})

describe('the tarball of a release', () => {
  const url = 'https://host.example/owner/latchkey'

  it.each(listPackages(root).map(({ name, folder }) => [name, folder]))(
    'of %s links to its repository, its home page and its issues',
    async (name = '', folder = '') => {
      for (const part of ['dist', 'README.md'])
        cpSync(join(root, folder, part), join(copy, folder, part), { recursive: true })
      cpSync(join(root, folder, 'package.json'), join(copy, folder, 'package.json'))
      symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
      for (const file of ['package.json', 'pnpm-workspace.yaml', 'LICENSE']) cpSync(join(root, file), join(copy, file))

      const { file } = await packRelease({ root: copy, folder, target: copy, url })
      const { output } = await run('tar', ['-xzOf', join(copy, file), 'package/package.json'], { capture: true })
      expect(JSON.parse(output)).toMatchObject({
        name,
        repository: { type: 'git', url: `git+${url}.git`, directory: folder },
        homepage: `${url}/tree/main/${folder}#readme`,
        bugs: `${url}/issues`,
      })
      expect(output).not.toContain('workspace:')
    },
  )
})
