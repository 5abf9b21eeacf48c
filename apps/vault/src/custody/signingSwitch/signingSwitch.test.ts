import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openKekFile } from '../keys/backends/openKekFile.js'
import { bundleCustody } from '../test/bundleCustody.js'
import type { Visitor } from '../test/createVisitor.js'
import { runCustody } from '../test/spawnCustody.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
let bundle: Awaited<ReturnType<typeof bundleCustody>>
let visitor: Visitor
beforeAll(async () => {
  ;[world, bundle] = await Promise.all([startWorld({ processes: 2 }), bundleCustody()])
  visitor = world.createVisitor()
  await world.logIn(visitor, 'stopped@mail.example')
})
afterAll(async () => {
  await world?.stop()
  await bundle?.remove()
})
const run = async (word: string): Promise<unknown> => {
  const env = { DATABASE_URL: world.options.databaseUrl, VAULT_KEK_FILE: world.options.kekFile }
  const { code, out, err } = await runCustody(bundle.file, { words: [word], env })
  return code === 0 ? JSON.parse(out) : err
}
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
async function prepare(): Promise<Awaited<ReturnType<typeof visitor.ask<'request.prepare'>>>> {
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('x'), accounts[0]?.address]
  return visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
}

describe('the switch that stops all signing', () => {
  test('counts for every process at once, by name, and for what was shown already; logins go on', async () => {
    const shown = await prepare()
    if (shown.error) throw new Error(shown.error.message)
    const { id, digest } = shown.result
    expect(await run('stop-signing')).toEqual({ signing: 'stopped' })
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
    expect(await run('start-signing')).toEqual({ signing: 'on' })
    await visitor.get('hello', {})
    // what was shown before is as good as it was
    expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('none')
    const events = await world.database.query<{ event: string }>("SELECT event FROM audit WHERE event LIKE 'signing.%'")
    expect(events.map(({ event }) => event)).toEqual(['signing.stopped', 'signing.started'])
  })

  test('when it has stopped, nothing is under way any more: of many at once each has signed before or never does', async () => {
    const asked = await Promise.all(Array.from({ length: 12 }, () => prepare()))
    let isStopped = false
    const late: string[] = []
    const signing = asked.map(async (reply) => {
      if (reply.error) return reply.error.code
      const { error } = await visitor.ask('request.sign', { id: reply.result.id, digest: reply.result.digest })
      return error?.code ?? 'signed'
    })
    const { switchSigning } = await import('./signingSwitch.js')
    const { openKeys } = await import('../keys/openKeys.js')
    const opened = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
    const custody = { database: world.database, keys: opened.keys, now: world.now }
    await switchSigning(custody, { isStopped: true })
    isStopped = true
    for (let turn = 0; turn < 3; turn++) late.push(await codeOf(prepare()))
    expect(isStopped && late.every((code) => code === 'STOPPED')).toBe(true)
    const ends = await Promise.all(signing)
    expect(ends.every((end) => ['signed', 'STOPPED'].includes(end))).toBe(true)
    await switchSigning(custody, { isStopped: false })
  })

  test('`revoke` logs everybody out and forgets their devices; wallets stay', async () => {
    const before = await visitor.get('user.get', {})
    expect(await run('revoke')).toMatchObject({ sessions: 2 })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_DEVICE')
    world.move(3_600_000)
    await world.logIn(visitor, 'stopped@mail.example')
    expect(await visitor.get('user.get', {})).toEqual(before)
  })
})
