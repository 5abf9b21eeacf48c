import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorResult } from '../../../protocol/operators.js'
import { verifyAudit } from '../../audit/verifyAudit.js'
import { createOperators } from '../../test/createOperators.js'
import { startWorld, type World } from '../../test/startWorld.js'
import { openKek } from '../backends/openKek.js'
import { openKeys } from '../openKeys.js'

let world: World
let ada: string
const { add, ask, act } = createOperators(() => world)
beforeAll(async () => {
  world = await startWorld({ processes: 2, operators: { listen: { port: 0 }, approvals: [] } })
  ada = await add('ada')
})
afterAll(() => world?.stop())

const view = async (index?: number): Promise<OperatorResult<'GET /v1/keys'>> =>
  (await ask(ada, 'GET /v1/keys', {}, index === undefined ? {} : { index })).body as never

test('an operator sees which key wraps the wallets, and can rotate it while users stay logged in', async () => {
  const visitor = world.createVisitor()
  await world.logIn(visitor, 'rotated@mail.example')
  await world.logIn(world.createVisitor(), 'other@mail.example')
  const before = await view()
  expect(before).toMatchObject({ backend: 'file', isReachable: true, keys: [{ isActive: true, wallets: 2 }] })
  expect(before.rotation).toBeUndefined()
  const asked = await Promise.all([act(ada, 'keys.rotate'), act(ada, 'keys.rotate')])
  // one rotation for two requests
  expect(asked.map(({ body }) => body['changed']).sort()).toEqual([false, true])
  expect((await view()).rotation).toMatchObject({ state: 'running' })
  await expect.poll(async () => (await view()).rotation?.state, { timeout: 60_000, interval: 250 }).toBe('done')
  for (const index of [0, 1])
    await expect
      .poll(async () => (await view(index)).keys, { timeout: 30_000, interval: 250 })
      .toEqual([{ id: expect.not.stringMatching(before.keys[0]?.id ?? ''), isActive: true, wallets: 2 }])
  const { rotation } = await view()
  expect(rotation?.rows).toBeGreaterThan(10)
  await visitor.get('hello', {})
  expect((await visitor.ask('user.get', {})).error).toBeUndefined()
  const { body } = await ask(ada, 'GET /v1/audit', { event: 'key.rotationStarted' })
  expect(body['events']).toMatchObject([{ entry: { operator: 'ada', reason: 'the owner called' } }])
  const { keys } = await openKeys(world.database, {
    kek: openKek({ kekFile: world.options.kekFile }),
    createsKek: false,
  })
  await expect(verifyAudit(world.database, keys)).resolves.toBeDefined()
}, 120_000)

test('error: a rotation whose process has ended is not shown as running, and can be resumed', async () => {
  const state = { state: 'running', startedAt: 1, rows: 5, takenAt: Date.now() - 60_000 }
  await world.database.query("UPDATE vault_settings SET value = $1 WHERE name = 'rotation'", [JSON.stringify(state)])
  expect((await view()).rotation).toMatchObject({ state: 'failed', error: expect.stringContaining('resumes') })
  expect((await act(ada, 'keys.rotate')).body).toMatchObject({ changed: true })
  await expect.poll(async () => (await view()).rotation?.state, { timeout: 60_000, interval: 250 }).toBe('done')
}, 90_000)
