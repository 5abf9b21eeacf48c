import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../../site/startSite.js'
import { writeFrameFolder } from '../../site/test/writeFrameFolder.js'
import type { RunningCustody } from '../startCustody.js'
import { createOperators } from '../test/createOperators.js'
import { startWorld, type World } from '../test/startWorld.js'

// two custody processes and two sites, none of which is restarted
let world: World
let sites: readonly RunningSite[]
let frameFolder: string
let ada: string
const { run, add, ask, act } = createOperators(() => world)
beforeAll(async () => {
  world = await startWorld({ processes: 2, operators: { listen: { port: 0 }, approvals: ['project.delete'] } })
  frameFolder = await writeFrameFolder()
  ada = await add('ada')
  sites = await Promise.all([startTestSite(), startTestSite()])
})
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await world?.stop()
  await rm(frameFolder, { recursive: true })
})
const startTestSite = (
  custody: readonly string[] = world.custodies.map(({ address }) => address),
): Promise<RunningSite> => startSite({ networks: [], custody, port: 0, frameFolder, warn: () => undefined })

const settings = (origin: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Shop',
  origins: [origin],
  ...more,
})
async function save(project: string, value: Record<string, unknown>, revision: number): Promise<number> {
  const { status, body } = await act(ada, 'project.save', { project, settings: value, revision })
  expect(body).toMatchObject({ status: 'done', changed: true })
  expect(status).toBe(200)
  return Number(body['revision'])
}
const page = (site: RunningSite | undefined, project: string): Promise<Response> =>
  fetch(`${site?.url}/?projectId=${project}`)
/** The frame-ancestors that a browser gets, or the status of the response. */
async function ancestorsOf(site: RunningSite | undefined, project: string): Promise<string> {
  const response = await page(site, project)
  return response.status === 200
    ? (/frame-ancestors ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '')
    : String(response.status)
}
/** Whether each custody process accepts calls from pages of an origin. */
async function helloAt(project: string, origin: string): Promise<readonly string[]> {
  const codes: string[] = []
  for (const { address } of world.custodies) {
    const visitor = world.createVisitor({ addresses: [address], project, origin })
    codes.push((await visitor.ask('hello', {})).error?.code ?? 'ok')
  }
  return codes
}
/** On an idle machine, it takes a second at most. */
const within = { timeout: 15_000, interval: 50 }

describe('a project saved by an operator', () => {
  test('is used by every process and site without a restart, and so are its later changes', async () => {
    const color = { brand: { color: '#112233' } }
    const first = await save('shop', settings('https://one.example', color), 0)
    await expect
      .poll(
        async () => [
          await helloAt('shop', 'https://one.example'),
          ...(await Promise.all(sites.map((site) => ancestorsOf(site, 'shop')))),
        ],
        within,
      )
      .toEqual([['ok', 'ok'], 'https://one.example', 'https://one.example'])
    expect(await (await fetch(`${sites[0]?.url}/brand/shop.css`)).text()).toContain('#112233')
    const paymasters = [{ url: 'https://pay.example/shop', chains: ['eip155:1'] }]
    const second = await save('shop', settings('https://two.example', { paymasters }), first)
    expect(second).toBe(first + 1)
    await expect
      .poll(
        async () => [
          await helloAt('shop', 'https://one.example'),
          ...(await Promise.all(sites.map((site) => ancestorsOf(site, 'shop')))),
        ],
        within,
      )
      .toEqual([['UNKNOWN_PROJECT', 'UNKNOWN_PROJECT'], 'https://two.example', 'https://two.example'])
    expect(await helloAt('shop', 'https://two.example')).toEqual(['ok', 'ok'])
    const { body } = await ask(ada, 'GET /v1/projects')
    expect(body['projects']).toEqual([
      { id: 'demo', source: 'file', revision: 0, settings: expect.objectContaining({ name: 'Demo' }) },
      { id: 'other', source: 'file', revision: 0, settings: expect.objectContaining({ name: 'Other' }) },
      {
        id: 'shop',
        source: 'database',
        revision: second,
        settings: settings('https://two.example', { paymasters }),
        updatedAt: world.now(),
        updatedBy: 'ada',
      },
    ])
  })

  test('is changed at once in the process that saved it', async () => {
    const revision = await save('quick', settings('https://one.example'), 0)
    await act(
      ada,
      'project.save',
      { project: 'quick', settings: settings('https://two.example'), revision },
      { index: 1 },
    )
    expect((await helloAt('quick', 'https://one.example'))[1]).toBe('UNKNOWN_PROJECT')
  })

  test('applies its policy from the next request on', async () => {
    const policy = { recipients: { block: ['eip155:1:0x000000000000000000000000000000000000dead'] } }
    const revision = await save('policed', settings('https://app.example'), 0)
    await expect.poll(() => helloAt('policed', 'https://app.example'), within).toEqual(['ok', 'ok'])
    const visitor = world.createVisitor({ project: 'policed' })
    await world.logIn(visitor, 'policed@mail.example')
    const { accounts } = await visitor.get('user.get', {})
    const send = async (): Promise<string> => {
      const gas = { gas: '0x5208', gasPrice: '0x1', nonce: '0x0' }
      const params = [{ from: accounts[0]?.address, to: `0x${'0'.repeat(36)}dead`, value: '0x1', ...gas }]
      const reply = await visitor.ask('request.prepare', { method: 'eth_sendTransaction', params, chain: 'eip155:1' })
      return reply.error?.code ?? 'ok'
    }
    expect(await send()).toBe('ok')
    await save('policed', settings('https://app.example', { policy }), revision)
    await expect.poll(async () => [await send(), await send()], within).toEqual(['POLICY', 'POLICY'])
  })

  test('replaces the one in the file, which is used again once a second operator approves its deletion', async () => {
    expect(await helloAt('other', 'https://app.example')).toEqual(['ok', 'ok'])
    const revision = await save('other', settings('https://elsewhere.example'), 0)
    await expect
      .poll(() => helloAt('other', 'https://app.example'), within)
      .toEqual(['UNKNOWN_PROJECT', 'UNKNOWN_PROJECT'])
    const bob = await add('bob')
    const { body } = await act(ada, 'project.delete', { project: 'other', revision })
    const { id } = body['proposal'] as { readonly id: string }
    expect(await ask(bob, 'POST /v1/approve', { id, reason: 'checked' })).toMatchObject({ status: 200 })
    await expect.poll(() => helloAt('other', 'https://app.example'), within).toEqual(['ok', 'ok'])
    await expect.poll(() => ancestorsOf(sites[0], 'other'), within).toBe('https://app.example')
  })

  test('reaches the sites, however long the list of projects is', async () => {
    const paymasters = Array.from({ length: 100 }, (_, index) => ({
      url: `https://pay.example/${index}/${'x'.repeat(2_000)}`,
      chains: ['eip155:1'],
    }))
    for (let index = 0; index < 6; index++)
      await save(`long${index}`, settings(`https://long${index}.example`, { paymasters }), 0)
    const last = 'https://long5.example'
    await expect.poll(() => Promise.all(sites.map((site) => ancestorsOf(site, 'long5'))), within).toEqual([last, last])
    expect(await ancestorsOf(sites[0], 'demo')).toContain('https://app.example')
    expect(await ancestorsOf(sites[0], 'long0')).toBe('https://long0.example')
  })

  test('error: CONFLICT for an edit of an older revision, which changes nothing', async () => {
    const revision = await save('raced', settings('https://one.example'), 0)
    const edits = ['https://two.example', 'https://three.example'].map((origin) =>
      act(ada, 'project.save', { project: 'raced', settings: settings(origin), revision }),
    )
    const statuses = (await Promise.all(edits)).map(({ status }) => status)
    expect([...statuses].sort()).toEqual([200, 409])
    for (const old of [0, revision])
      expect(
        await act(ada, 'project.save', { project: 'raced', settings: settings('https://x.example'), revision: old }),
      ).toMatchObject({ body: { error: { code: 'CONFLICT' } } })
    expect(
      await act(ada, 'project.save', { project: 'raced2', settings: settings('https://x.example'), revision: 7 }),
    ).toMatchObject({ status: 409 })
  })

  test.each([
    ['an origin with a path', 'shop2', { name: 'x', origins: ['https://a.example/'] }],
    ['an unknown field', 'shop2', { name: 'x', origins: ['https://a.example'], owner: 'me' }],
    ['an invalid id', 'a b', { name: 'x', origins: ['https://a.example'] }],
    ['a text instead of an object', 'shop2', 'x'],
    ['a prototype as the id', '__proto__ ', { name: 'x', origins: ['https://a.example'] }],
    ['an oversized name', 'shop2', { name: 'x'.repeat(600_000), origins: ['https://a.example'] }],
  ])('error: %s is refused, and nothing is stored', async (_, project, value) => {
    const before = await world.database.query('SELECT id FROM projects')
    expect(await act(ada, 'project.save', { project, settings: value, revision: 0 })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS' } },
    })
    expect(await world.database.query('SELECT id FROM projects')).toHaveLength(before.length)
  })
})

describe('an attacker with write access to the database', () => {
  const rows = (id: string): Promise<readonly Record<string, unknown>[]> =>
    world.database.query('SELECT * FROM projects WHERE id = $1', [id])
  const put = async (row: Record<string, unknown> | undefined): Promise<void> => {
    if (!row) throw new Error('There is no such row.')
    await world.database.query('DELETE FROM projects WHERE id = $1', [row['id']])
    await world.database.query('INSERT INTO projects SELECT * FROM jsonb_populate_record(NULL::projects, $1)', [
      JSON.stringify({ ...row, mac: `\\x${(row['mac'] as Buffer).toString('hex')}` }),
    ])
  }
  /** The result of a call from this origin in a process that starts now. */
  const ask = async (project: string, origin: string): Promise<string> => {
    await world.restart()
    return (await helloAt(project, origin))[0] ?? ''
  }

  test('cannot widen a project, restore an older one, or have the one in the file used instead', async () => {
    const lone = world
    const first = await save('target', settings('https://wide.example'), 0)
    const [wide] = await rows('target')
    await save('target', settings('https://narrow.example'), first)
    const [narrow] = await rows('target')
    await put({ ...narrow, settings: JSON.stringify(settings('https://evil.example')) })
    expect(await ask('target', 'https://evil.example')).toBe('UNKNOWN_PROJECT')
    await put(wide)
    expect(await ask('target', 'https://wide.example')).toBe('UNKNOWN_PROJECT')
    expect(world.warnings.map(String).join()).toContain('Project target was changed from outside')
    await put(narrow)
    expect(await ask('target', 'https://narrow.example')).toBe('ok')
    // an origin that only the database excludes
    await run(['operators'])
    const { operatorAddress } = lone.custodies[0] ?? {}
    expect(operatorAddress).toBeDefined()
    await save('demo', settings('https://narrow.example'), 0)
    const [demo] = await rows('demo')
    await lone.database.query("DELETE FROM projects WHERE id = 'demo'")
    expect(await ask('demo', 'https://app.example')).toBe('UNKNOWN_PROJECT')
    await put(demo)
    expect(await ask('demo', 'https://narrow.example')).toBe('ok')
    // a project that custody never wrote
    await put({ ...narrow, id: 'forged' })
    expect(await ask('forged', 'https://narrow.example')).toBe('UNKNOWN_PROJECT')
    await lone.database.query("DELETE FROM projects WHERE id = 'forged'")
  }, 60_000)
})

describe('a site', () => {
  test('starts while custody is down: responds with 503 without any projects, and serves those that it was given', async () => {
    const away = await startTestSite(['/nowhere/custody.sock'])
    expect((await page(away, 'demo')).status).toBe(503)
    await away.stop()
    const known = await startSite({
      projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]]),
      ...{ networks: [], custody: '/nowhere/custody.sock', port: 0, frameFolder, warn: () => undefined },
    })
    expect(await ancestorsOf(known, 'demo')).toBe('https://app.example')
    expect((await page(known, 'shop')).status).toBe(403)
    await known.stop()
  })

  test('keeps the last known projects while custody is down', async () => {
    const site = await startTestSite(world.custodies.map(({ address }) => address))
    const before = await ancestorsOf(site, 'shop')
    expect(before).toContain('https://')
    for (const custody of (world.custodies as RunningCustody[]).splice(0)) await custody.stop()
    expect((await fetch(`${site.url}/ready`)).status).toBe(503)
    expect(await ancestorsOf(site, 'shop')).toBe(before)
    await site.stop()
  })
})
