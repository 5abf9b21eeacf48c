import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../runCommand.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World

let visitor: Visitor

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
  visitor = world.createVisitor()
  await world.logIn(visitor, 'stopped@mail.example')
})

afterAll(() => world?.stop())

const run = async (...words: string[]): Promise<unknown> => {
  const { databaseUrl, kekFile, publicUrl } = world.options
  const environment = { DATABASE_URL: databaseUrl, VAULT_KEK_FILE: kekFile, PUBLIC_URL: publicUrl }
  return runCommand(words, { environment, readInput: async () => '' })
}

const why = '--reason=drill of the day'

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

async function prepare(): Promise<Awaited<ReturnType<typeof visitor.ask<'request.prepare'>>>> {
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('x'), accounts[0]?.address]
  return visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
}

describe('the switch that stops all signing', () => {
  test('applies to every process at once and to requests already shown, while logins still work', async () => {
    const shown = await prepare()
    if (shown.error) throw new Error(shown.error.message)
    const { id, digest } = shown.result
    expect(await run('stop-signing', why)).toMatchObject({ changed: true })
    // both processes, in turn
    for (let turn = 0; turn < 4; turn++) {
      expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('STOPPED')
      expect(await codeOf(prepare())).toBe('STOPPED')
    }
    const { error } = await prepare()
    expect(error?.message).toContain('You can still log in')
    const other = world.createVisitor()
    await world.logIn(other, 'comes@mail.example')
    expect((await other.get('user.get', {})).accounts).toHaveLength(2)
    expect(await run('start-signing', why)).toMatchObject({ changed: true })
    await visitor.get('hello', {})
    // requests that were shown before can be signed again
    expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('none')
    const events = await world.database.query<{ event: string }>("SELECT event FROM audit WHERE event LIKE 'signing.%'")
    expect(events.map(({ event }) => event)).toEqual(['signing.stopped', 'signing.started'])
  })

  test('lets requests in progress sign or fail, and stops all others once the command has returned', async () => {
    const asked = await Promise.all(Array.from({ length: 12 }, () => prepare()))
    let isStopped = false
    const late: string[] = []
    const signing = asked.map(async (reply) => {
      if (reply.error) return reply.error.code
      const { error } = await visitor.ask('request.sign', { id: reply.result.id, digest: reply.result.digest })
      return error?.code ?? 'signed'
    })
    await run('stop-signing', why)
    isStopped = true
    for (let turn = 0; turn < 3; turn++) late.push(await codeOf(prepare()))
    expect(isStopped && late.every((code) => code === 'STOPPED')).toBe(true)
    const ends = await Promise.all(signing)
    expect(ends.every((end) => ['signed', 'STOPPED'].includes(end))).toBe(true)
    await run('start-signing', why)
  })

  test('of one project stops only that project, and resuming it does not resume signing for all', async () => {
    const elsewhere = world.createVisitor({ project: 'other' })
    await world.logIn(elsewhere, 'elsewhere@mail.example')
    const { accounts } = await elsewhere.get('user.get', {})
    const asked = { method: 'personal_sign', params: [toHex('x'), accounts[0]?.address], chain: 'eip155:1' }
    await visitor.get('hello', {})
    expect(await run('stop-signing', '--project=demo', why)).toMatchObject({ changed: true })
    expect(await run('stop-signing', '--project=demo', why)).toMatchObject({ changed: false })
    expect([await codeOf(prepare()), await codeOf(elsewhere.ask('request.prepare', asked))]).toEqual([
      'STOPPED',
      'none',
    ])
    await run('stop-signing', why)
    await run('start-signing', '--project=demo', why)
    expect([await codeOf(prepare()), await codeOf(elsewhere.ask('request.prepare', asked))]).toEqual([
      'STOPPED',
      'STOPPED',
    ])
    await run('start-signing', why)
    expect(await codeOf(prepare())).toBe('none')
    await expect(run('stop-signing', '--project=dmeo', why)).rejects.toThrow('There is no project dmeo')
    await expect(run('stop-signing')).rejects.toThrow('needs --reason')
    await expect(run('stop-signing', '--reason=ada@mail.example asked')).rejects.toThrow('email address')
  })

  test('error: a command with an unknown option fails, instead of applying to all projects', async () => {
    await run('stop-signing', why)
    for (const words of [
      ['start-signing', '--project-id=demo', why],
      ['start-signing', '--Project=demo', why],
      ['revoke', '--dry-run', why],
      ['rotate-kek', '--prepair'],
      ['add-operator', '--name=eve', '--acts-for-others=yes'],
    ] as const)
      await expect(run(...words), words.join(' ')).rejects.toThrow(`custody ${words[0]} has no option --`)
    expect(await codeOf(prepare())).toBe('STOPPED')
    await run('start-signing', why)
    expect(await codeOf(prepare())).toBe('none')
  })

  test('that was changed in the database stops signing instead of allowing it [C2]', async () => {
    await run('stop-signing', '--project=demo', why)
    await world.database.query("UPDATE signing_switches SET state = 'on' WHERE project = 'demo'")
    expect(await codeOf(prepare())).toBe('INTERNAL')
    await world.database.query("UPDATE signing_switches SET state = 'stopped' WHERE project = 'demo'")
    await run('start-signing', '--project=demo', why)
    expect(await codeOf(prepare())).toBe('none')
  })

  test('`revoke` logs out all users and forgets their devices, but keeps their wallets', async () => {
    const before = await visitor.get('user.get', {})
    expect(await run('revoke', why)).toMatchObject({ sessions: 3 })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_DEVICE')
    world.move(3_600_000)
    await world.logIn(visitor, 'stopped@mail.example')
    expect(await visitor.get('user.get', {})).toEqual(before)
  })
})
