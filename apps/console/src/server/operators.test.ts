import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forwarded, isAllowed, permissions, type Role, roles } from '../access.js'
import { type ConsoleRoute, consoleApi } from '../api.js'
import { type Browser, startTestConsole, type TestConsole } from '../testing/startTestConsole.js'

let world: TestConsole
const browsers = new Map<Role, Browser>()
beforeAll(async () => {
  world = await startTestConsole()
  for (const role of roles) browsers.set(role, (await world.signUp(`the-${role}`, role)).browser)
})
afterAll(() => world?.stop())

const as = (role: Role): Browser => browsers.get(role) ?? world.createBrowser()

describe('roles', () => {
  const own = Object.entries(consoleApi).filter(([, { permission }]) => permission !== 'public')
  const passed = Object.entries(forwarded).flatMap(([service, list]) =>
    Object.entries(list).map(([route, permission]) => {
      const [method, path = ''] = route.split(' ')
      return [`${method} /api/${service}${path.replace('{id}', 'demo')}`, { permission }] as const
    }),
  )
  const all = [...own, ...passed, ['GET /api/export', { permission: 'audit.read' }] as const]
    // it would end the session that the other cases need
    .filter(([route]) => route !== 'POST /api/sign-out')

  test.each(all)(
    '%s is refused to roles without the permission, and to requests without a session',
    async (route, one) => {
      const permission = one.permission as keyof typeof permissions
      const [method = '', path = ''] = route.split(' ')
      const body = method === 'GET' ? undefined : {}
      expect(await world.createBrowser().send(method, path, body)).toMatchObject({ status: 401 })
      for (const role of roles) {
        const reply = await as(role).send(method, path, body)
        const isRefused = reply.status === 403 && reply.body.error?.code === 'FORBIDDEN'
        expect([role, isRefused]).toEqual([role, !isAllowed(role, permission)])
      }
    },
  )

  test('beyond reading and their own account, auditors may do nothing, and support only change users and decide proposals', () => {
    const allowed = (role: Role): readonly string[] =>
      Object.keys(permissions).filter((one) => isAllowed(role, one as keyof typeof permissions))
    expect(allowed('auditor').filter((one) => !one.endsWith('.read'))).toEqual(['self'])
    expect(allowed('support').filter((one) => !one.endsWith('.read'))).toEqual([
      'users.change',
      'proposals.decide',
      'self',
    ])
    expect(allowed('owner')).toEqual(Object.keys(permissions))
  })

  test('a refused request is logged with the operator who sent it', async () => {
    await as('support').ask('POST /api/operators/invite', { name: 'friend', role: 'owner' })
    const { entries } = (await as('owner').ask('GET /api/audit', { event: 'request.refused', limit: 1 })).body
    expect(entries).toMatchObject([{ operator: 'the-support', entry: { route: 'POST /api/operators/invite' } }])
  })
})

describe('operators', () => {
  const invite = (name: string, role: Role): ReturnType<Browser['ask']> =>
    as('owner').ask('POST /api/operators/invite', { name, role })
  const list = async () => (await as('owner').ask('GET /api/operators')).body
  const find = async (name: string): Promise<string> =>
    (await list()).operators.find((one) => one.name === name)?.id ?? ''

  test('are invited by an owner; the link is shown once, and can be withdrawn', async () => {
    const reply = await invite('dora', 'support')
    const { link } = reply.body as { link: string }
    const [open] = (await list()).invites
    expect(open).toMatchObject({ name: 'dora', role: 'support', createdBy: 'the-owner' })
    expect(JSON.stringify(await list())).not.toContain(new URL(link).hash.slice(1))
    await as('owner').ask('POST /api/operators/withdraw', { id: open?.id ?? '' })
    await expect(world.accept(link)).rejects.toThrow('withdrawn')
    const again = (await invite('dora', 'support')).body as { link: string }
    await world.accept(again.link)
    expect((await list()).operators.find(({ name }) => name === 'dora')).toMatchObject({
      role: 'support',
      createdBy: 'the-owner',
      passkeys: 1,
    })
    // the page can't give somebody a second passkey: whoever holds it would act under that name
    expect(await invite('dora', 'support')).toMatchObject({ status: 409, body: { error: { code: 'NAME_TAKEN' } } })
  })

  test.each(['console', 'lk_ada', '-ada'])(
    'error: cannot be called %s, as the vault refuses that name',
    async (name) => {
      expect(await invite(name, 'support')).toMatchObject({ status: 400 })
      await expect(world.invite(name, 'support')).rejects.toThrow()
    },
  )

  test('change role or lose access from their next request on', async () => {
    const { browser, authenticator } = await world.signUp('emil', 'support')
    const id = await find('emil')
    await as('owner').ask('POST /api/operators/role', { id, role: 'auditor' })
    expect((await browser.ask('GET /api/session')).body.operator.role).toBe('auditor')
    expect((await browser.ask('GET /api/operators')).status).toBe(200)
    await as('owner').ask('POST /api/operators/remove', { id })
    expect((await browser.ask('GET /api/session')).status).toBe(401)
    expect((await world.signIn(authenticator)).status).toBe(400)
    expect(await invite('emil', 'owner')).toMatchObject({ status: 409 })
    await expect(world.invite('emil', 'owner')).rejects.toThrow('taken')
    expect(await as('owner').ask('POST /api/operators/remove', { id })).toMatchObject({ status: 404 })
  })

  test('error: cannot join by the invitation of an owner who was later removed or demoted', async () => {
    const change = {
      remove: (id: string) => as('owner').ask('POST /api/operators/remove', { id }),
      demote: (id: string) => as('owner').ask('POST /api/operators/role', { id, role: 'support' }),
    }
    for (const [kind, run] of Object.entries(change)) {
      const { browser } = await world.signUp(`rogue-${kind}`, 'owner')
      const inviteFriend = async (name: string): Promise<string> =>
        ((await browser.ask('POST /api/operators/invite', { name, role: 'owner' })).body as { link: string }).link
      const [first, second] = [await inviteFriend(`friend-${kind}`), await inviteFriend(`other-${kind}`)]
      const { query } = world.databases.console
      const [made] = await query("SELECT * FROM invites WHERE name LIKE 'other-%'")
      expect((await run(await find(`rogue-${kind}`))).status).toBe(200)
      expect((await list()).invites).toEqual([])
      await expect(world.accept(first)).rejects.toThrow('withdrawn')
      const { entries } = (await as('owner').ask('GET /api/audit', { event: 'invite.withdrawn', limit: 2 })).body
      expect(entries.map(({ entry }) => entry['name']).sort()).toEqual([`friend-${kind}`, `other-${kind}`])
      expect(entries).toMatchObject([{ operator: 'the-owner' }, { operator: 'the-owner' }])
      // made while its owner was removed
      await query('INSERT INTO invites VALUES ($1, $2, $3, $4, $5, $6, $7)', Object.values(made ?? {}))
      await expect(world.accept(second)).rejects.toThrow('withdrawn')
      await query('DELETE FROM invites')
    }
  })

  test('error: the last owner cannot be removed, even if two owners demote each other at the same time', async () => {
    const { browser } = await world.signUp('second', 'owner')
    const [mine, theirs] = [await find('the-owner'), await find('second')]
    const both = await Promise.all([
      as('owner').ask('POST /api/operators/role', { id: theirs, role: 'auditor' }),
      browser.ask('POST /api/operators/role', { id: mine, role: 'auditor' }),
    ])
    // the second request may be refused because its sender was demoted first
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const isOwnerLeft = both[0]?.status === 200
    const left = isOwnerLeft ? as('owner') : browser
    expect(await left.ask('POST /api/operators/remove', { id: isOwnerLeft ? mine : theirs })).toMatchObject({
      status: 409,
      body: { error: { code: 'LAST_OWNER' } },
    })
    if (!isOwnerLeft) await browser.ask('POST /api/operators/role', { id: mine, role: 'owner' })
  })

  test.each(['', 'a b', 'console', '-x', 'x'.repeat(65), 'ä'])(
    'error: cannot be invited under the invalid name %j',
    async (name) => {
      expect(await invite(name, 'support')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } })
    },
  )
})

describe('the console’s own log', () => {
  test('is verified as a whole, and the position of a changed or removed entry is reported', async () => {
    const { query } = world.databases.console
    const check = async () => (await as('auditor').ask('GET /api/audit/check')).body
    const before = await check()
    if (!before.ok) throw new Error('broken before')
    expect(before.head).toMatch(/^[0-9a-f]{64}$/)
    const [third] = await query<{ operator: string }>('SELECT operator FROM audit WHERE seq = 3')
    await query("UPDATE audit SET operator = 'nobody' WHERE seq = 3")
    expect(await check()).toEqual({ ok: false, count: 2, brokenAt: 3 })
    await query('UPDATE audit SET operator = $1 WHERE seq = 3', [third?.operator])
    expect((await check()).ok).toBe(true)
    const [row] = await query('SELECT * FROM audit WHERE seq = 4')
    await query('DELETE FROM audit WHERE seq = 4')
    expect(await check()).toEqual({ ok: false, count: 3, brokenAt: 4 })
    await query('INSERT INTO audit VALUES ($1, $2, $3, $4, $5, $6)', Object.values(row ?? {}))
    expect((await check()).ok).toBe(true)
  })

  test('is exported with its filters as CSV and as JSON lines, without cells that a spreadsheet would execute', async () => {
    const owner = as('owner')
    const [id] = (await owner.ask('GET /api/passkeys')).body.passkeys
    await owner.ask('POST /api/passkeys/rename', { id: id?.id ?? '', name: '=cmd|"calc",x' })
    const read = async (query: string): Promise<string> =>
      ((await owner.send('GET', `/api/export?log=console&${query}`)).body as unknown as { text: string }).text
    const lines = (await read('format=jsonl&event=passkey.renamed')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'passkey.renamed', operator: 'the-owner' }])
    const csv = (await read('format=csv&event=passkey.renamed')).split('\r\n')
    expect(csv[0]).toBe('seq,time,event,operator,entry')
    expect(csv[1]).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,passkey\.renamed,the-owner,"\{""passkey""/)
    expect((await read('format=jsonl&operator=nobody')).trim()).toBe('')
    const all = (await read('format=jsonl')).trimEnd().split('\n')
    expect(JSON.parse(all.at(-1) ?? '')).toMatchObject({ seq: 1 })
    // the export itself is recorded
    expect(JSON.parse(all[0] ?? '')).toMatchObject({ event: 'log.exported' })
    expect((await owner.send('GET', '/api/export?log=console&format=exe')).status).toBe(400)
  })
})

test('a request to a service that is not configured fails with NOT_CONFIGURED and names the variables to set', async () => {
  for (const [path, variable] of [
    ['/api/vault/v1/users', 'VAULT_OPERATORS'],
    ['/api/gateway/admin/v1/status', 'GATEWAY_ADMIN_URL'],
    ['/api/relay', 'RELAY_URL'],
  ])
    expect(await as('owner').send('GET', path ?? '')).toMatchObject({
      status: 501,
      body: { error: { code: 'NOT_CONFIGURED', message: expect.stringContaining(variable ?? '') } },
    })
  expect((await as('owner').ask('GET /api/session' as ConsoleRoute)).body).toMatchObject({
    services: { vault: { isConfigured: false }, gateway: { isConfigured: false }, relay: { isConfigured: false } },
  })
})
