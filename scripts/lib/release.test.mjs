import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listPackages } from './listPackages.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// Tests what `changeset version` would change in the current tree: runs the same command on copies of all manifests.

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

it('raises every package that changed and no app, breaks no peer, and writes a changelog for each', async () => {
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
  const pending = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md') && file !== 'README.md')
  expect(readdirSync(join(copy, '.changeset')).filter((file) => pending.includes(file))).toEqual([])
  for (const path of members) {
    const [before, after] = [readManifest(root, path), readManifest(copy, path)]
    if (!published.includes(path)) {
      expect(after.version, path).toBe(before.version)
      continue
    }
    if (pending.some((file) => readFileSync(join(root, '.changeset', file), 'utf8').includes(`'${before.name}'`))) {
      expect(after.version, path).not.toBe(before.version)
      expect(readFileSync(join(copy, path, 'CHANGELOG.md'), 'utf8')).toContain(`## ${after.version}\n`)
    }
    // a peer that stays within its range must not cause a major release
    expect(after.version.split('.')[0], path).toBe(before.version.split('.')[0])
    expect(after.peerDependencies?.['@latchkey/core'], path).toBe(before.peerDependencies?.['@latchkey/core'])
  }
})
