import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/root.mjs'

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')

it('every path of CODEOWNERS exists and has an owner', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toMatch(/^\* /)
  for (const line of lines) {
    const [path = '', ...owners] = line.split(/ +/)
    expect(path === '*' || existsSync(join(root, path)), path).toBe(true)
    expect(owners.length, line).toBeGreaterThan(0)
    for (const owner of owners) expect(owner).toMatch(/^@[\w-]+\/[\w-]+$/)
  }
})

it('every issue form has a name, a description and fields with unique ids', () => {
  const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE'))
  expect(forms.length).toBeGreaterThan(1)
  for (const form of forms) {
    const text = read(`.github/ISSUE_TEMPLATE/${form}`)
    expect(text, form).toMatch(/^name: \S.*\ndescription: \S.*\n[\s\S]*^body:\n {2}- type: /m)
    const ids = [...text.matchAll(/^ {4}id: (\S+)$/gm)].map(([, id]) => id)
    const fields = text.match(/^ {2}- type: (?!markdown)/gm) ?? []
    expect(new Set(ids).size, form).toBe(fields.length)
    expect(text.match(/^ {6}label: /gm), form).toHaveLength(fields.length)
  }
})

it('the pull request template names only existing commands', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read('.github/PULL_REQUEST_TEMPLATE.md').matchAll(/`npm (?:run )?([\w:]+)`/g)].map(
    ([, name]) => name,
  )
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(scripts).toHaveProperty(String(name))
})

it('SECURITY.md recommends the override that this repository uses, which removes fast-redact', () => {
  const version = /"@walletconnect\/logger>pino": (\S+)/.exec(read('pnpm-workspace.yaml'))?.[1]
  const security = read('SECURITY.md')
  expect(security).toContain(`{ "overrides": { "@walletconnect/logger": { "pino": "${version}" } } }`)
  expect(security).toContain(`"@walletconnect/logger>pino": ${version}`)
  expect(read('pnpm-lock.yaml')).toMatch(new RegExp(`^ {2}pino@${version}:`, 'm'))
  expect(read('pnpm-lock.yaml')).not.toContain('fast-redact')
})

// PostgreSQL may run such a subquery once per row of the outer table, and each time it locks other rows: more than LIMIT are changed
it('no SQL statement uses IN (SELECT … FOR UPDATE) instead of = (…) or = ANY (ARRAY(…))', () => {
  const files = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => listSources(`${folder}/${name}/src`)),
  )
  expect(files.length).toBeGreaterThan(500)
  const locking = /\bIN\s*\(\s*SELECT\b[^`]*\bFOR UPDATE\b/
  expect('DELETE FROM a WHERE id IN (\n SELECT id FROM a LIMIT 1 FOR UPDATE SKIP LOCKED)').toMatch(locking)
  expect(files.filter((file) => locking.test(read(file)))).toEqual([])
})

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`)
}
