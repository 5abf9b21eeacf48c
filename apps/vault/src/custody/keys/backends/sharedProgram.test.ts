import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../../protocol/custody.js'
import { openDatabase } from '../../database/database.js'
import { startCustody } from '../../startCustody.js'
import { bundleCustody } from '../../test/bundleCustody.js'
import { createVisitor, type Visitor } from '../../test/createVisitor.js'
import { runCustody, spawnCustody } from '../../test/spawnCustody.js'
import { type MessageGate, startMessageGate } from '../../test/startMessageGate.js'
import { startWorld, type World } from '../../test/startWorld.js'
import { type KeyProgram, writeKeyProgram } from '../../test/writeKeyProgram.js'
import { rotateKek } from '../rotation/rotateKek.js'
import { openKekProgram } from './kekProgram.js'

// two custody processes on one database, with one key program
let folder: string
let program: KeyProgram
let world: World
let bundle: Awaited<ReturnType<typeof bundleCustody>>
let visitor: Visitor
let user: User
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kek-'))
  program = await writeKeyProgram(folder)
  const kek = openKekProgram({ command: program.command, env: {} })
  ;[world, bundle] = await Promise.all([
    startWorld({ processes: 2, databases: ['fresh', 'other'], kek }),
    bundleCustody(),
  ])
  visitor = world.createVisitor()
  await world.logIn(visitor, 'ada@mail.example')
  user = await visitor.get('user.get', {})
})
afterAll(async () => {
  await world?.stop()
  await bundle?.remove()
  await rm(folder, { recursive: true })
})

const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}, input?: string) =>
  runCustody(bundle.file, {
    words,
    input,
    env: {
      DATABASE_URL: world.options.databaseUrl,
      VAULT_KEK_COMMAND: JSON.stringify(program.command),
      ...more,
    },
  })

async function signs(one = visitor): Promise<boolean> {
  const address = user.accounts[0]?.address as `0x${string}`
  await one.get('hello', {})
  const params = [toHex('Hello'), address]
  const asked = await one.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  const { result } = await one.get('request.sign', { id: asked.id, digest: asked.digest })
  return verifyMessage({ address, message: 'Hello', signature: result as `0x${string}` })
}
const signsByAll = async (): Promise<void> => {
  for (let count = 0; count < 2; count++)
    await expect.poll(() => signs().catch((cause: Error) => cause.message)).toBe(true)
}
const rotate = (database = world.database): ReturnType<typeof rotateKek> =>
  rotateKek(database, {
    kek: openKekProgram({ command: program.command, env: {} }),
    prepares: false,
    settle: 0,
    now: world.now,
  })

describe('two custody processes with one key program', () => {
  test('have created one key at their start, and sign with it', async () => {
    expect(await program.getKeys()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    await expect(readFile(world.options.kekFile)).rejects.toMatchObject({ code: 'ENOENT' })
    await signsByAll()
  })

  test('create one key if started at once for a new database, though the program would accept each', async () => {
    const own = await mkdtemp(join(folder, 'own-'))
    const other = await writeKeyProgram(own)
    const databaseUrl = world.postgres.urls['fresh'] ?? ''
    const kek = openKekProgram({ command: other.command, env: {} })
    const started = await Promise.all(
      [0, 1, 2].map((index) =>
        startCustody({ ...world.options, kek, databaseUrl, listen: { socket: join(own, `${index}.sock`) } }),
      ),
    )
    expect(await other.getKeys()).toHaveLength(1)
    await Promise.all(started.map(({ stop }) => stop()))
  })

  test('error: do not start if the program fails or has another key, and write nothing', async () => {
    const { length } = await world.database.query('SELECT 1 FROM processes')
    const kek = openKekProgram({ command: program.command, env: {} })
    const start = (): ReturnType<typeof startCustody> =>
      startCustody({ ...world.options, kek, listen: { port: 0 }, createsKek: true })
    const keys = await program.getKeys()
    for (const how of ['exit', 'garbage', 'error', 'short'] as const) {
      await program.behave(how)
      await expect(start()).rejects.toThrow(`The key program ${process.execPath}`)
    }
    await program.behave('well')
    await program.setKeys(['ab'.repeat(32)])
    await expect(start()).rejects.toThrow('is not the one')
    await program.setKeys([])
    await expect(start()).rejects.toThrow('Bring it back')
    expect(await program.getKeys()).toEqual([])
    await program.setKeys(keys)
    expect(await world.database.query('SELECT 1 FROM processes')).toHaveLength(length)
  })

  test('are joined by one that is configured with VAULT_KEK_COMMAND and prints no key', async () => {
    const projects = join(folder, 'projects.json')
    await writeFile(projects, JSON.stringify({ demo: { name: 'Demo', origins: ['https://app.example'] } }))
    const { databaseUrl, publicUrl, smtpUrl, mailFrom } = world.options
    const custody = await spawnCustody(bundle.file, {
      DATABASE_URL: databaseUrl,
      VAULT_KEK_COMMAND: JSON.stringify(program.command),
      CUSTODY_PORT: '0',
      PUBLIC_URL: publicUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: mailFrom,
      VAULT_PROJECTS_FILE: projects,
    })
    const output = custody.getOutput()
    await custody.kill('SIGTERM')
    const [key = ''] = await program.getKeys()
    expect([output.includes(key), output.includes('debug')]).toEqual([false, false])
  })

  test('keep working with their keys while the program fails', async () => {
    await program.behave('exit')
    await signsByAll()
    const other = world.createVisitor()
    await world.logIn(other, 'grace@mail.example')
    await program.behave('well')
  })

  test('switch to another key together while they run', async () => {
    const [before] = await program.getKeys()
    expect(await rotate()).toMatchObject({ refused: 0, rotated: expect.any(String) })
    const after = await program.getKeys()
    expect([after.length, after[0] === before]).toEqual([1, false])
    await signsByAll()
  })

  test('error: are unaffected by a rotation that the program does not store, and a later one succeeds', async () => {
    const before = await program.getKeys()
    await program.behave('lie')
    await expect(rotate()).rejects.toThrow('does not contain the key that was written to it')
    await program.behave('exit')
    await expect(rotate()).rejects.toThrow('ended with 3')
    await program.behave('well')
    expect(await program.getKeys()).toEqual(before)
    await signsByAll()
    expect(await rotate()).toMatchObject({ refused: 0 })
    await signsByAll()
  })

  test('error: keep every wallet usable if a rotation loses the database midway; the next one completes it [C5]', async () => {
    const rotateBehind = (gate: MessageGate): ReturnType<typeof rotate> => {
      const database = openDatabase({ url: gate.url, warn: () => undefined })
      return rotate(database).finally(() => database.close())
    }
    const whole = await startMessageGate(world.options.databaseUrl)
    await rotateBehind(whole)
    await whole.stop()
    const gate = await startMessageGate(world.options.databaseUrl)
    gate.arm({ at: Math.floor(whole.getCount() / 2), isLetThrough: true, act: () => void gate.stop() })
    await expect(rotateBehind(gate)).rejects.toThrow()
    expect(await program.getKeys()).toHaveLength(2)
    await signsByAll()
    expect(await rotate()).toMatchObject({ refused: 0 })
    expect(await program.getKeys()).toHaveLength(1)
    await signsByAll()
  })

  test('rotate with a read-only program once the operator adds the next key, who then removes the old one', async () => {
    await program.behave('read only')
    const [before = ''] = await program.getKeys()
    await expect(rotate()).rejects.toThrow('can only be read from here')
    expect(await program.getKeys()).toEqual([before])
    const next = 'c7'.repeat(32)
    await program.setKeys([before, next])
    const done = await rotate()
    expect(done).toMatchObject({ refused: 0, toRemove: expect.stringMatching(/^[0-9a-f]{16}$/) })
    await signsByAll()
    await program.setKeys([next])
    await signsByAll()
    const restored = await run(['restore-kek'], {}, 'abandon '.repeat(23).concat('art'))
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('already') })
    await program.setKeys([])
    const readOnly = await run(['restore-kek'], {}, 'abandon '.repeat(23).concat('art'))
    expect(readOnly).toMatchObject({ code: 1, err: expect.stringContaining('can only be read from here') })
    await program.setKeys([next])
    await program.behave('well')
  })
})

describe('operator commands', () => {
  test('show the key as words, and restore it from them', async () => {
    const { out } = await run(['show-kek'])
    const [shown] = JSON.parse(out) as { id: string; words: string }[]
    const keys = await program.getKeys()
    await program.setKeys([])
    const restored = await run(['restore-kek'], {}, shown?.words)
    expect([restored.code, JSON.parse(restored.out)]).toEqual([0, { restored: [shown?.id] }])
    expect(await program.getKeys()).toEqual(keys)
    await signsByAll()
  })

  test('verify and restore a backup with the key program, and check the audit log', async () => {
    const file = join(folder, 'backup')
    expect(await run(['backup', file])).toMatchObject({ code: 0 })
    const verified = await run(['verify', file], { DATABASE_URL: '' })
    expect([verified.code, JSON.parse(verified.out)]).toMatchObject([0, { wallets: 2 }])
    const url = world.postgres.urls['other'] ?? ''
    expect(await run(['restore', '--verify', file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    expect(await run(['audit'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    await program.behave('exit')
    const failed = await run(['verify', file])
    expect(failed).toMatchObject({ code: 1, err: `The key program ${process.execPath} ended with 3.\n` })
    await program.behave('well')
    const keys = await program.getKeys()
    await program.setKeys(['ab'.repeat(32)])
    expect(await run(['verify', file])).toMatchObject({ code: 1, err: expect.stringContaining('is not the one') })
    await program.setKeys(keys)
  })

  test('print nothing that the key program wrote to stderr', async () => {
    const [key = ''] = await program.getKeys()
    for (const words of [['audit'], ['rotate-kek', '--prepare']]) {
      const { code, out, err } = await run(words)
      expect([code, `${out}${err}`.includes('debug'), `${out}${err}`.includes(key)]).toEqual([0, false, false])
    }
    expect(world.warnings.map(String).join()).not.toContain(key)
  })
})

test('a user from before still has the same account after all rotations', async () => {
  const again = createVisitor({
    addresses: world.custodies.map(({ address }) => address),
    now: world.now,
  })
  await world.logIn(again, 'ada@mail.example')
  expect(await again.get('user.get', {})).toEqual(user)
})
