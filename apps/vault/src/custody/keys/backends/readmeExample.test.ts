import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KekBackend } from './kekBackend.js'
import { openKekProgram } from './kekProgram.js'

const readme = new URL('../../../../README.md', import.meta.url)

let folder: string
let program: string
let text: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  program = join(folder, 'kek.mjs')
  const [, example] = /```js\n(\/\/ VAULT_KEK_COMMAND=[\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? []
  if (example === undefined) throw new Error('The README has no example of a program that keeps the key.')
  text = example
})
afterAll(() => rm(folder, { recursive: true }))

/** Uses openssl, as a test machine may have no TPM. */
async function install(password = 'of the test'): Promise<KekBackend> {
  const toTool = (how: string): string =>
    JSON.stringify(['openssl', 'enc', how, '-aes-256-ctr', '-pbkdf2', '-pass', `pass:${password}`])
  const own = text
    .replace(/const file = .*/, `const file = ${JSON.stringify(join(folder, 'kek.sealed'))}`)
    .replace(/const seal = .*/, `const seal = ${toTool('-e')}`)
    .replace(/const open = .*/, `const open = ${toTool('-d')}`)
  if (own.includes('systemd')) throw new Error('The example names its tools otherwise.')
  await writeFile(program, own)
  return openKekProgram({ command: [process.execPath, program], env: { PATH: process.env['PATH'] } })
}

describe('the key program of the README', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

  test('stores the key sealed, replaces it, and leaves no other file behind', async () => {
    const backend = await install()
    expect(await backend.read()).toBeUndefined()
    expect(await backend.create(one)).toEqual([one])
    expect(await backend.create(other)).toEqual([one])
    await backend.replace([one, other])
    expect(await backend.read()).toEqual([one, other])
    const file = join(folder, 'kek.sealed')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file)).includes(one.toString('hex'))).toBe(false)
    expect((await readdir(folder)).sort()).toEqual(['kek.mjs', 'kek.sealed'])
  })

  test('error: fails if it cannot open the sealed key', async () => {
    const backend = await install('another one')
    await expect(backend.read()).rejects.toThrow(`The key program ${process.execPath}`)
  })
})
