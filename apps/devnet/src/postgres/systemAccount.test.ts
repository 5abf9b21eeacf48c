import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram, linkLibraries } from './program.js'
import { findAccount, openProgram } from './systemAccount.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'))
  await chmod(folder, 0o755)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('linkLibraries may run concurrently, repairs wrong links, and leaves the installed package unchanged', async () => {
  const program = await findProgram()
  const before = await readdir(join(program.folder, 'lib'))
  const links = join(folder, 'lib')
  await mkdir(links)
  await Promise.all(Array.from({ length: 8 }, () => linkLibraries(program, links)))
  const env = await linkLibraries({ ...program, libraryLinks: program.libraryLinks.toReversed() }, links)
  expect((await readdir(links)).sort()).toEqual(program.libraryLinks.map(({ name }) => name).sort())
  expect(await readdir(join(program.folder, 'lib'))).toEqual(before)
  const { stdout } = await promisify(execFile)(join(program.folder, 'bin/postgres'), ['--version'], { env })
  expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./)
})

test.runIf(process.getuid?.() === 0)(
  'openProgram, as root, copies a program that the account cannot reach only once',
  async () => {
    const found = await findProgram()
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const program = { ...found, folder: join(closed, 'native') }
    await cp(join(found.folder, 'bin'), join(program.folder, 'bin'), { recursive: true })
    const account = await findAccount(join(folder, 'data'))
    const open = await mkdtemp(join(folder, 'open-'))
    await chmod(open, 0o755)
    const [one, other] = await Promise.all([1, 2].map(() => openProgram(program, { account, folder: open })))
    expect(one).toEqual({ ...program, folder: join(open, 'native') })
    expect(other).toEqual(one)
    expect(await readdir(open)).toEqual(['native'])
    expect((await lstat(join(open, 'native/bin/postgres'))).mode & 0o005).toBe(0o005)
    // a program that the account can reach is used in place
    expect(await openProgram(found, { account: {}, folder: open })).toBe(found)
  },
)
