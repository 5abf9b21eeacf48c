import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type KeyProgram, type KeyProgramFault, writeKeyProgram } from '../../test/writeKeyProgram.js'
import { type KekBackend, ReadOnlyKekError } from './kekBackend.js'
import { openKekFile } from './kekFile.js'
import { openKekProgram } from './kekProgram.js'
import { openKek, readKekOptions } from './openKek.js'

let folder: string
let program: KeyProgram
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kek-'))
  program = await writeKeyProgram(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const [one, other, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const openProgram = (): KekBackend => openKekProgram({ command: program.command, env: {} })

describe.each<readonly [string, () => KekBackend]>([
  ['a file', () => openKekFile(join(folder, 'deep/kek'))],
  ['a program', openProgram],
])('the key-encryption key in %s', (_, open) => {
  test('is created once, can be replaced, and has another version then', async () => {
    const backend = open()
    expect(await backend.read()).toBeUndefined()
    expect(await backend.create(one)).toEqual([one])
    // a second caller gets the first key
    expect(await open().create(other)).toEqual([one])
    const versions = [await backend.readVersion(), await open().readVersion()]
    expect(versions[0]).toBe(versions[1])
    expect(versions[0]).not.toContain(one.toString('hex'))
    await open().replace([one, other])
    expect(await backend.read()).toEqual([one, other])
    expect(await backend.readVersion()).not.toBe(versions[0])
    await backend.replace([other])
    expect(await open().read()).toEqual([other])
  })

  test('is returned as a copy that the caller may erase', async () => {
    const backend = open()
    for (const kek of await backend.create(one)) kek.fill(0)
    expect(await backend.read()).toEqual([one])
    expect(one.equals(Buffer.alloc(32, 1))).toBe(true)
  })
})

describe('a key program', () => {
  const name = `The key program ${process.execPath}`
  const fail = async (how: KeyProgramFault, work: (backend: KekBackend) => Promise<unknown>): Promise<string> => {
    await program.setKeys([one.toString('hex')])
    await program.behave(how)
    const failure = await work(openProgram()).then(
      () => undefined,
      (cause: Error) => cause,
    )
    if (failure === undefined) throw new Error('It did not fail.')
    // not even if the program printed it
    for (const kek of [one, other, Buffer.alloc(32, 0xab)])
      expect(`${failure.message} ${failure.stack}`).not.toContain(kek.toString('hex').slice(0, 24))
    expect(await program.getKeys()).toEqual([one.toString('hex')])
    return failure.message
  }

  test.each<readonly [KeyProgramFault, string]>([
    ['short', 'does not answer "read" as it should'],
    ['three', 'does not answer "read" as it should'],
    ['garbage', 'does not answer "read" as it should'],
    ['exit', 'ended with 3'],
    ['exit after an answer', 'ended with 4'],
    ['killed', 'was ended by SIGTERM'],
    ['huge', 'returned more than 4096 bytes'],
    ['error', 'says: The token has expired; key …'],
  ])('error: is not used if it fails (%s), and works again afterwards', async (how, reason) => {
    expect(await fail(how, ({ read }) => read())).toBe(`${name} ${reason}.`)
    expect(await fail(how, ({ readVersion }) => readVersion())).toBe(`${name} ${reason}.`)
    // the next response is accepted again
    await program.behave('well')
    expect(await openProgram().read()).toEqual([one])
  })

  test('error: fails if it does not store the written key, does not respond, or is read-only', async () => {
    for (const how of ['lie', 'silent', 'read only'] as const) {
      const reason = {
        lie: 'the key program .* does not contain the key that was written to it',
        silent: 'does not answer "replace" as it should',
        'read only': 'can only be read from here',
      }[how]
      expect(await fail(how, ({ replace }) => replace([one, other]))).toMatch(new RegExp(reason))
    }
    await program.behave('read only')
    await expect(openProgram().create(other)).rejects.toBeInstanceOf(ReadOnlyKekError)
  })

  test('error: is killed after 10 seconds if it hangs, with its child processes', async () => {
    await program.setKeys([one.toString('hex')])
    await program.behave('hang')
    const clock = new AbortController()
    const limits: number[] = []
    const backend = openKekProgram({
      command: program.command,
      env: {},
      wait: async (ms) => {
        limits.push(ms)
        await new Promise((resolve) => clock.signal.addEventListener('abort', resolve))
      },
    })
    const reading = backend.read()
    await expect.poll(program.getHanging).toHaveLength(2)
    clock.abort()
    await expect(reading).rejects.toThrow(`${name} takes longer than 10 seconds.`)
    expect(limits).toEqual([10_000])
    // a process that was not reaped is still listed, as Z
    const list = promisify(execFile)
    const getAlive = async (): Promise<readonly string[]> => {
      const { stdout } = await list('ps', ['-eo', 'pid=,stat='])
      const pids = (await program.getHanging()).map(String)
      return stdout.split('\n').filter((line) => pids.includes(line.trim().split(/\s+/)[0] ?? '') && !/Z/.test(line))
    }
    await expect.poll(getAlive).toEqual([])
  })

  test('error: is named if it does not exist or may not be executed', async () => {
    const file = join(folder, 'nowhere')
    await expect(openKekProgram({ command: [file], env: {} }).read()).rejects.toThrow(
      `The key program ${file} cannot be started (ENOENT).`,
    )
    const text = join(folder, 'keys.mjs')
    await expect(openKekProgram({ command: [text], env: {} }).read()).rejects.toThrow('cannot be started (EACCES)')
  })

  test('gets its arguments literally, without a shell', async () => {
    const command = [process.execPath, join(folder, 'keys.mjs'), `${folder}/; echo '{"keys":[]}' #`] as const
    await expect(openKekProgram({ command, env: {} }).read()).rejects.toThrow('ended with 1')
  })

  test('is run for each read, so that a key changed by others is noticed', async () => {
    const backend = openProgram()
    await program.setKeys([one.toString('hex')])
    const version = await backend.readVersion()
    await program.setKeys([third.toString('hex').toUpperCase()])
    expect(await backend.read()).toEqual([third])
    expect(await backend.readVersion()).not.toBe(version)
  })
})

describe('readKekOptions', () => {
  test('reads a file, or a program with its arguments, which gets no other secrets', async () => {
    expect(readKekOptions({ VAULT_KEK_FILE: ' /etc/kek ' })).toEqual({ kekFile: '/etc/kek' })
    await program.setKeys([one.toString('hex')])
    const options = readKekOptions({
      VAULT_KEK_COMMAND: JSON.stringify(program.command),
      // it exits with 9 if it gets them
      DATABASE_URL: 'postgres://vault:secret@127.0.0.1/vault',
      SMTP_URL: 'smtp://login:secret@127.0.0.1',
    })
    expect(await openKek(options).read()).toEqual([one])
  })

  test('error: rejects neither, both, or an invalid command', () => {
    for (const text of ['', ' '])
      expect(() => readKekOptions({ VAULT_KEK_FILE: text, VAULT_KEK_COMMAND: text })).toThrow('or VAULT_KEK_COMMAND')
    expect(() => readKekOptions({ VAULT_KEK_FILE: '/etc/kek', VAULT_KEK_COMMAND: '["/bin/kek"]' })).toThrow('both')
    for (const text of ['/bin/kek', '[]', '["kek"]', '["./kek"]', '[7]', '["/bin/kek",7]', '{"a":1}', '[""]'])
      expect(() => readKekOptions({ VAULT_KEK_COMMAND: text })).toThrow('the absolute path of a program')
    expect(() => openKek({})).toThrow('location of the key-encryption key is not set')
  })
})
