import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOperators } from '../test/createOperators.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
let desk: string
let ada: string
const { run, add, ask, act } = createOperators(() => world)
beforeAll(async () => {
  world = await startWorld({
    processes: 2,
    operators: { listen: { port: 0 }, approvals: ['signing.start', 'webhook.save'] },
  })
  desk = await add('console', '--acts-for-others')
  ada = await add('ada')
})
afterAll(() => world?.stop())

const as = (named: string): { readonly named: string } => ({ named })
async function propose(named: string): Promise<string> {
  const { status, body } = await act(desk, 'signing.start', { project: 'demo' }, as(named))
  expect(status).toBe(202)
  return (body['proposal'] as { readonly id: string }).id
}

describe('a console that acts for others', () => {
  test('records the acting person in the audit log', async () => {
    expect((await act(desk, 'signing.stop', { project: 'demo' }, as('alice'))).body).toMatchObject({ changed: true })
    const rows = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'signing.stopped'",
    )
    expect(rows.map(({ entry }) => JSON.parse(entry))).toEqual([
      { project: 'demo', operator: 'alice', via: 'console', reason: 'the owner called' },
    ])
    expect((await ask(desk, 'GET /v1/me', {}, as('alice'))).body).toMatchObject({ operator: 'alice', via: 'console' })
    expect(await run(['operators'])).toEqual({ operators: ['ada'], actForOthers: ['console'] })
  })

  test('compares names, not tokens, when a second operator has to approve', async () => {
    const first = await propose('alice')
    expect(await ask(desk, 'POST /v1/approve', { id: first, reason: 'mine' }, as('alice'))).toMatchObject({
      status: 403,
      body: { error: { code: 'OWN_PROPOSAL' } },
    })
    expect(await ask(desk, 'POST /v1/approve', { id: first, reason: 'checked' }, as('bea'))).toMatchObject({
      status: 200,
    })
    const rows = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'signing.started'",
    )
    expect(rows.map(({ entry }) => JSON.parse(entry))).toMatchObject([
      { operator: 'alice', via: 'console', approvedBy: 'bea', proposal: first },
    ])
    // the same person with a token of her own
    const second = await propose('ada')
    expect(await ask(ada, 'POST /v1/approve', { id: second, reason: 'mine' })).toMatchObject({
      body: { error: { code: 'OWN_PROPOSAL' } },
    })
  })

  test('keeps the URL of a proposed webhook, which may contain a secret, out of the audit log', async () => {
    const webhook = { project: 'demo', url: 'https://hooks.example/T0KEN', events: ['user.created'], isEnabled: true }
    expect((await act(ada, 'webhook.save', webhook)).status).toBe(202)
    const rows = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'proposal.made' AND entry LIKE '%webhook.save%'",
    )
    expect(rows.map(({ entry }) => JSON.parse(entry))).toEqual([
      {
        proposal: expect.any(String),
        operator: 'ada',
        action: 'webhook.save',
        project: 'demo',
        reason: 'the owner called',
      },
    ])
  })

  test('error: must name a person, by a valid name other than its own and an email address', async () => {
    const before = await world.database.query('SELECT seq FROM audit')
    for (const named of ['console', 'a b', 'alice@mail.example', '-a', 'x'.repeat(65), ' '])
      expect(await act(desk, 'signing.stop', {}, as(named)), named).toMatchObject({
        status: 403,
        body: { error: { code: 'NOT_DELEGATED' } },
      })
    expect(await act(desk, 'signing.stop', {})).toMatchObject({ body: { error: { code: 'NOT_DELEGATED' } } })
    expect(await ask(desk, 'GET /v1/proposals')).toMatchObject({ body: { error: { code: 'NOT_DELEGATED' } } })
    expect((await ask(desk, 'GET /v1/me')).status).toBe(200)
    await expect(run(['stop-signing', '--reason=none'], { OPERATOR_TOKEN: desk })).rejects.toThrow('x-operator')
    expect(await world.database.query('SELECT seq FROM audit')).toHaveLength(before.length)
  })

  test('error: no other token acts for others, not even if the right is added in the database', async () => {
    expect(await act(ada, 'signing.stop', {}, as('alice'))).toMatchObject({
      status: 403,
      body: { error: { code: 'NOT_DELEGATED' } },
    })
    await world.database.query("UPDATE operators SET acts_for_others = true WHERE name = 'ada'")
    expect(await act(ada, 'signing.stop', {}, as('alice'))).toMatchObject({ status: 500 })
    await world.database.query("UPDATE operators SET acts_for_others = NULL WHERE name = 'ada'")
    expect(await ask(ada, 'GET /v1/me')).toMatchObject({ status: 200, body: { operator: 'ada' } })
  })

  test('error: proposals of its users are removed with its token', async () => {
    const id = await propose('carol')
    await run(['remove-operator', '--name=console'])
    expect(await ask(ada, 'POST /v1/approve', { id, reason: 'checked' })).toMatchObject({
      status: 404,
      body: { error: { code: 'NO_PROPOSAL' } },
    })
    expect(await act(desk, 'signing.stop', {}, as('alice'))).toMatchObject({ status: 401 })
    desk = await add('console', '--acts-for-others')
  })
})
