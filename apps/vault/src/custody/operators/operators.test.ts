import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeExpired } from '../database/database.js'
import { createOperators, type OperatorReply } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { post as postTo } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

// two custody processes, each with its own listener for operators
let world: World
let ada: string
let bob: string
beforeAll(async () => {
  world = await startWorld({
    processes: 2,
    operators: { listen: { port: 0 }, approvals: ['user.unfreeze', 'sessions.revoke'] },
  })
  ada = await addOperator('ada')
  bob = await addOperator('bob')
})
afterAll(() => world?.stop())

const { run, add: addOperator, ask, act } = createOperators(() => world)

let users = 0
async function createUser(): Promise<{ readonly visitor: Visitor; readonly email: string; readonly user: string }> {
  const email = `user${users++}@mail.example`
  const visitor = world.createVisitor()
  world.move(3_600_000)
  await world.logIn(visitor, email)
  const { body } = await ask(ada, 'GET /v1/user', { user: email })
  return { visitor, email, user: String(body['id']) }
}
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
async function prepare(visitor: Visitor): Promise<Awaited<ReturnType<typeof visitor.ask<'request.prepare'>>>> {
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('x'), accounts[0]?.address]
  return visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
}
const eventsOf = async (user: string): Promise<readonly { event: string; entry: Record<string, unknown> }[]> =>
  (await ask(ada, 'GET /v1/events', { user })).body['events'] as never

describe('a user frozen by an operator', () => {
  test('gets nothing signed by any process, not even requests that were shown before, until unfrozen', async () => {
    const other = await createUser()
    const { visitor, user } = await createUser()
    const shown = await prepare(visitor)
    if (shown.error) throw new Error(shown.error.message)
    const { id, digest } = shown.result
    expect(await act(ada, 'user.freeze', { user })).toMatchObject({
      status: 200,
      body: { status: 'done', changed: true },
    })
    for (let again = 0; again < 4; again++) {
      expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('WALLET_FROZEN')
      expect(await codeOf(prepare(visitor))).toBe('WALLET_FROZEN')
    }
    expect((await prepare(visitor)).error?.message).toContain('frozen by the wallet provider')
    await other.visitor.get('hello', {})
    expect(await codeOf(prepare(other.visitor))).toBe('none')

    const { body } = await act(ada, 'user.unfreeze', { user })
    await ask(bob, 'POST /v1/approve', { id: (body['proposal'] as { id: string }).id, reason: 'I called back' })
    expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('none')
  })

  test('can change, export and add nothing, and cannot log in, on a known device or a new one', async () => {
    const { visitor, email, user } = await createUser()
    const page = world.createVisitor({ origin: 'https://vault.example' })
    world.move(3_600_000)
    await world.logIn(page, email)
    world.move(2 * 86_400_000)
    await Promise.all([visitor.get('hello', {}), page.get('hello', {})])
    await page.get('account.code', { purpose: 'export' })
    const { code } = world.getMail(email)
    await act(ada, 'user.freeze', { user })
    const key = { x: 'A'.repeat(43), y: 'A'.repeat(43) }
    const refused = [
      page.ask('account.export', { code, key }),
      page.ask('account.code', { purpose: 'seal' }),
      page.ask('recovery.print', {}),
      page.ask('logins.remove', { id: 'email' }),
      page.ask('seal.add', { factor: { kind: 'code', value: key.x } }),
      page.ask('devices.revoke', { id: '0'.repeat(32) }),
      visitor.ask('update.start', { email: 'elsewhere@mail.example' }),
      visitor.ask('operation.draft', { method: 'wallet_sendCalls', params: [], chain: 'eip155:1' }),
    ]
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['WALLET_FROZEN']))
    // they can still read, and log out
    expect(await codeOf(page.ask('account.get', {}))).toBe('none')
    expect(await codeOf(visitor.ask('devices.list', {}))).toBe('none')
    await visitor.get('session.end', {})
    for (const browser of [visitor, world.createVisitor()]) {
      world.move(3_600_000)
      await expect(world.logIn(browser, email)).rejects.toThrow('WALLET_FROZEN: Your wallet is frozen')
      expect(await codeOf(browser.ask('user.get', {}))).toBe('NO_SESSION')
    }
  })

  test('keeps the links in their emails: a change of address can be undone after the freeze, in the time that was left', async () => {
    const { visitor, email, user } = await createUser()
    await visitor.get('update.start', { email: `new${email}` })
    await visitor.get('update.primary', { code: world.getMail(email).code })
    await visitor.get('update.secondary', { code: world.getMail(`new${email}`).code })
    const find = () => world.mailbox.getMails(email).find(({ subject }) => subject.includes('was changed'))
    await expect.poll(find).toBeDefined()
    const link = find()?.links.find((one) => one.includes('/notice?')) ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    await act(ada, 'user.freeze', { user })
    // longer than the link would have lasted
    world.move(5 * 86_400_000)
    const press = (): Promise<unknown> => noticeOf(token)
    expect(await press()).toMatchObject({ error: { code: 'WALLET_FROZEN' } })
    const { body } = await act(ada, 'user.unfreeze', { user })
    await ask(bob, 'POST /v1/approve', { id: (body['proposal'] as { id: string }).id, reason: 'I called back' })
    world.move(2 * 86_400_000)
    expect(await press()).toMatchObject({ status: 'done', kind: 'undo' })
    expect((await ask(ada, 'GET /v1/user', { user: email })).body['id']).toBe(user)
  })

  test('keeps a move to another address that was started with the recovery code, however long the freeze lasts', async () => {
    const { visitor, email, user } = await createUser()
    const { accounts } = await visitor.get('user.get', {})
    const page = world.createVisitor({ origin: 'https://vault.example' })
    world.move(3_600_000)
    await world.logIn(page, email)
    await page.get('account.code', { purpose: 'recovery' })
    const { printed } = await page.get('recovery.print', { code: world.getMail(email).code })
    const next = `found-${email}`
    await page.get('recovery.start', { printed, email: next })
    await page.get('recovery.confirm', { printed, code: world.getMail(next).code })
    await act(ada, 'user.freeze', { user })
    world.move(40 * 86_400_000)
    await removeExpired(world.database, world.now())
    const { body } = await act(ada, 'user.unfreeze', { user })
    await ask(bob, 'POST /v1/approve', { id: (body['proposal'] as { id: string }).id, reason: 'I called back' })
    const owner = world.createVisitor()
    await world.logIn(owner, next)
    expect((await owner.get('user.get', {})).accounts).toEqual(accounts)
  })

  test('cannot be unfrozen by writing to the database [C2]', async () => {
    const { visitor, user } = await createUser()
    const shown = await prepare(visitor)
    if (shown.error) throw new Error(shown.error.message)
    const { id, digest } = shown.result
    await act(ada, 'user.freeze', { user })
    await world.database.query('UPDATE users SET frozen_at = NULL WHERE id = $1', [user])
    expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('INTERNAL')
    expect(await codeOf(visitor.ask('devices.list', {}))).toBe('none')
  })
})

describe('a second operator', () => {
  test('has to approve what another one proposed, once, in either process; nobody approves their own proposal', async () => {
    const { visitor, user } = await createUser()
    await act(ada, 'user.freeze', { user })
    const { status, body } = await act(ada, 'user.unfreeze', { user })
    expect([status, body]).toMatchObject([202, { status: 'proposed', proposal: { operator: 'ada' } }])
    const { id } = body['proposal'] as { id: string }
    expect(await codeOf(prepare(visitor))).toBe('WALLET_FROZEN')
    const decide = (token: string, how = 'approve'): Promise<OperatorReply> =>
      ask(token, `POST /v1/${how}`, { id, reason: 'I called back' })
    expect(await decide(ada)).toMatchObject({ status: 403, body: { error: { code: 'OWN_PROPOSAL' } } })
    const both = await Promise.all([decide(bob), decide(bob)])
    expect(both.map((one) => one.status).sort()).toEqual([200, 404])
    expect(await codeOf(prepare(visitor))).toBe('none')
    expect((await eventsOf(user)).slice(0, 3)).toMatchObject([
      { event: 'request.shown' },
      {
        event: 'user.unfrozen',
        entry: { operator: 'ada', reason: 'the owner called', approvedBy: 'bob', proposal: id },
      },
      { event: 'proposal.made', entry: { operator: 'ada', action: 'user.unfreeze' } },
    ])
    const [approved] = await world.database.query<{ entry: string }>(
      "SELECT entry FROM audit WHERE event = 'proposal.approved' ORDER BY seq DESC LIMIT 1",
    )
    expect(JSON.parse(approved?.entry ?? '')).toEqual({ proposal: id, operator: 'bob', reason: 'I called back' })
  })

  test('can reject a proposal, and cannot approve one that is a day old', async () => {
    const { user } = await createUser()
    const propose = async (): Promise<string> =>
      ((await act(ada, 'user.unfreeze', { user })).body['proposal'] as { id: string }).id
    const [rejected, old] = [await propose(), await propose()]
    expect(await ask(bob, 'POST /v1/reject', { id: rejected, reason: 'not the owner' })).toEqual({
      status: 200,
      body: {},
    })
    expect((await ask(bob, 'GET /v1/proposals')).body['proposals']).toMatchObject([{ id: old }])
    world.move(86_400_000)
    for (const id of [rejected, old])
      expect(await ask(bob, 'POST /v1/approve', { id, reason: 'late' })).toMatchObject({ status: 404 })
  })

  test('cannot be replaced by writing to the database [C2]', async () => {
    const { visitor, user } = await createUser()
    await act(ada, 'user.freeze', { user })
    const { body } = await act(ada, 'user.unfreeze', { user })
    const { id } = body['proposal'] as { id: string }
    await world.database.query("UPDATE proposals SET state = 'approved' WHERE id = $1", [id])
    expect(await codeOf(prepare(visitor))).toBe('WALLET_FROZEN')
    // nor by changing the proposer, so that the real one can approve it
    await world.database.query("UPDATE proposals SET state = 'open', operator = 'bob' WHERE id = $1", [id])
    expect(await ask(ada, 'POST /v1/approve', { id, reason: 'mine' })).toMatchObject({ status: 500 })
    // nor by changing the action
    await world.database.query(
      "UPDATE proposals SET operator = 'ada', act = replace(act, 'user.unfreeze', 'user.freeze') WHERE id = $1",
      [id],
    )
    expect(await ask(bob, 'POST /v1/approve', { id, reason: 'other' })).toMatchObject({ status: 500 })
    expect(await codeOf(prepare(visitor))).toBe('WALLET_FROZEN')
    await world.database.query('DELETE FROM proposals WHERE id = $1', [id])
    // nor by inserting an operator
    await world.database.query(
      "INSERT INTO operators SELECT 'eve', sha256('x'), created_at, mac FROM operators WHERE name = 'bob'",
    )
    await expect(run(['operators'])).rejects.toThrow('changed from outside')
    await world.database.query("DELETE FROM operators WHERE name = 'eve'")
  })

  test('has to approve commands too, with a token of their own', async () => {
    const { user, email } = await createUser()
    const approvals = { OPERATOR_APPROVALS: 'user.freeze' }
    const words = ['freeze', `--user=${email}`, '--reason=the owner called']
    const proposed = (await run(words, approvals)) as { proposal: { id: string; operator: string } }
    expect(proposed.proposal.operator).toBe('console')
    const decide = ['approve', `--proposal=${proposed.proposal.id}`, '--reason=I called back']
    await expect(run(decide, approvals)).rejects.toThrow('OPERATOR_TOKEN is not set')
    await expect(run(decide, { OPERATOR_TOKEN: 'x'.repeat(43) })).rejects.toThrow('token of an operator')
    expect(await run(decide, { OPERATOR_TOKEN: bob })).toMatchObject({ status: 'done', changed: true })
    expect((await ask(ada, 'GET /v1/user', { user })).body).toHaveProperty('frozenAt')
    await expect(run(words, { OPERATOR_APPROVALS: 'user.freze' })).rejects.toThrow('no action user.freze')
  })
})

describe('an operator', () => {
  test('finds a user by email address, account or id, without seeing the email address', async () => {
    const { visitor, email, user } = await createUser()
    const { accounts } = await visitor.get('user.get', {})
    const [evm = '', solana = ''] = accounts.map(({ address }) => address)
    for (const name of [email.toUpperCase(), user, evm, evm.toLowerCase(), solana]) {
      const { status, body } = await ask(ada, 'GET /v1/user', { user: name })
      expect([status, body]).toMatchObject([200, { id: user, project: 'demo', hasMailbox: true, isSealed: false }])
      expect(JSON.stringify(body)).not.toContain(email)
    }
    expect(await run(['user', `--user=${evm}`])).toMatchObject({ id: user })
    await world.logIn(world.createVisitor({ project: 'other' }), email)
    expect(await ask(ada, 'GET /v1/user', { user: email })).toMatchObject({
      status: 409,
      body: { error: { code: 'AMBIGUOUS' } },
    })
    expect((await ask(ada, 'GET /v1/user', { user: email, project: 'demo' })).body['id']).toBe(user)
    for (const name of ['nobody@mail.example', '0'.repeat(32), `0x${'0'.repeat(40)}`, 'x'])
      expect(await ask(ada, 'GET /v1/user', { user: name })).toMatchObject({
        status: 404,
        body: { error: { code: 'NO_USER' } },
      })
  })

  test('logs out one or all devices of a user, which is recorded in the audit log under their name', async () => {
    const { visitor, email, user } = await createUser()
    const second = world.createVisitor()
    world.move(3_600_000)
    await world.logIn(second, email)
    await visitor.get('hello', {})
    const { devices } = (await ask(ada, 'GET /v1/devices', { user })).body as { devices: { id: string }[] }
    expect(devices).toMatchObject([
      { browser: 'Firefox on Linux', isLoggedIn: true },
      { browser: 'Firefox on Linux', isLoggedIn: true },
    ])
    const stranger = await createUser()
    await Promise.all([visitor, second].map((one) => one.get('hello', {})))
    const { devices: own } = await second.get('devices.list', {})
    const device = own.find(({ isThis }) => isThis)?.id ?? ''
    expect(await act(ada, 'device.revoke', { user: stranger.user, device })).toMatchObject({ status: 404 })
    expect(await act(ada, 'device.revoke', { user, device })).toMatchObject({ status: 200, body: { devices: 1 } })
    expect(await codeOf(second.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('none')
    expect(
      await run(['revoke-devices', `--user=${email}`, '--reason=all of them'], { OPERATOR_TOKEN: bob }),
    ).toMatchObject({
      devices: 1,
    })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(stranger.visitor.ask('user.get', {}))).toBe('none')
    const events = await eventsOf(user)
    expect(events.filter(({ event }) => event.includes('revoked'))).toMatchObject([
      { event: 'devices.revoked', entry: { operator: 'bob', reason: 'all of them', devices: 1 } },
      { event: 'device.revoked', entry: { operator: 'ada', reason: 'the owner called', device } },
    ])
    const page = (await ask(ada, 'GET /v1/events', { user, limit: 1 })).body['events'] as { seq: number }[]
    const older = (await ask(ada, 'GET /v1/events', { user, limit: 1, before: page[0]?.seq })).body['events']
    expect(older).toMatchObject([{ seq: expect.any(Number) }])
    expect(older).not.toEqual(page)
  })

  test('error: can do nothing without a token, with a removed one, or with invalid parameters', async () => {
    const { user } = await createUser()
    for (const token of ['', 'x', 'x'.repeat(43), `${ada}x`])
      expect(await act(token, 'user.freeze', { user })).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      })
    const eve = await addOperator('eve')
    const { body } = await act(eve, 'user.unfreeze', { user })
    await run(['remove-operator', '--name=eve'])
    expect(await act(eve, 'user.freeze', { user })).toMatchObject({ status: 401 })
    // her proposals are removed with her
    const { id } = body['proposal'] as { id: string }
    expect(await ask(bob, 'POST /v1/approve', { id, reason: 'hers' })).toMatchObject({ status: 404 })
    await expect(run(['add-operator', '--name=ada'])).rejects.toThrow('already')
    await expect(run(['add-operator', '--name=console'])).rejects.toThrow('not a valid operator name')
    const cases: readonly [string, Record<string, unknown>][] = [
      ['POST /v1/act', { action: 'user.freeze', user }],
      ['POST /v1/act', { action: 'user.freeze', user, reason: '' }],
      ['POST /v1/act', { action: 'user.freeze', user, reason: 'ada@mail.example asked' }],
      ['POST /v1/act', { action: 'user.freeze', user: 'x', reason: 'the owner called' }],
      ['POST /v1/act', { action: 'user.delete', user, reason: 'the owner called' }],
      ['GET /v1/events', { user, limit: 1_000 }],
      ['POST /v1/act', { action: 'user.freeze', user, reason: 'x'.repeat(20_000) }],
    ]
    for (const [route, params] of cases)
      expect(await ask(ada, route, params)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } })
    expect(await ask(ada, 'GET /v1/nothing')).toMatchObject({ status: 404 })
    expect((await ask(ada, 'GET /v1/user', { user })).body).not.toHaveProperty('frozenAt')
    expect(await act(ada, 'signing.stop', { project: 'dmeo' })).toMatchObject({
      status: 404,
      body: { error: { code: 'NO_PROJECT' } },
    })
    const { body: schema } = await ask(ada, 'GET /v1/schema')
    expect(Object.keys(schema)).toContain('POST /v1/act')
    expect((await ask(bob, 'GET /v1/me')).body).toEqual({
      operator: 'bob',
      approvals: ['user.unfreeze', 'sessions.revoke'],
    })
  })

  test('is served on a listener of their own: neither listener serves the routes of the other', async () => {
    const { visitor } = await createUser()
    const { accounts } = await visitor.get('user.get', {})
    const found = await postTo(world.custodies[0]?.address ?? '', '/v1/act', {
      action: 'sessions.revoke',
      reason: 'none',
    })
    expect(found).toMatchObject({ error: { code: 'INVALID_PARAMS' } })
    expect(await ask(ada, 'POST /call', {})).toMatchObject({ status: 404 })
    expect((await visitor.get('user.get', {})).accounts).toEqual(accounts)
    expect(await act(ada, 'signing.stop', { project: 'other' })).toMatchObject({ status: 200 })
    expect((await ask(bob, 'GET /v1/signing')).body).toEqual({ stopped: ['other'] })
    await act(ada, 'signing.start', { project: 'other' })
    expect((await ask(bob, 'GET /v1/health')).body).toMatchObject({ ok: true })
  })
})

async function noticeOf(token: string): Promise<unknown> {
  return postTo(world.custodies[1]?.address ?? '', '/notice', { token, act: true, ip: '192.0.2.1' })
}
