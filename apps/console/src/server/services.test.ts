import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningMailbox, startMailbox } from '@latchkey/devnet'
import { startGateway } from '@latchkey/gateway'
import { type RunningCustody, runCommand, startCustody } from '@latchkey/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, type Reply, startTestConsole, type TestConsole } from '../testing/startTestConsole.js'
import { parseMetrics } from './relay.js'
import { createService } from './services.js'

// custody and a gateway with their own databases, and a console between them and the operators
let world: TestConsole
let folder: string
let mailbox: RunningMailbox
let custody: RunningCustody
let gateway: Awaited<ReturnType<typeof startGateway>>
let owner: Browser
let second: Browser
let support: Browser
const gatewayToken = 'G'.repeat(43)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-console-services-'))
  mailbox = await startMailbox()
  world = await startTestConsole({
    databases: ['vault', 'gateway'],
    prepare: async (urls) => {
      const publicUrl = 'https://vault.example/'
      const kekFile = join(folder, 'kek')
      custody = await startCustody({
        listen: { socket: join(folder, 'custody.sock') },
        operators: { listen: { port: 0 }, approvals: ['signing.start'] },
        databaseUrl: urls['vault'] ?? '',
        kekFile,
        createsKek: true,
        smtpUrl: mailbox.smtpUrl,
        mailFrom: 'Latchkey <login@vault.example>',
        publicUrl,
        projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]]),
      })
      const { token } = (await runCommand(['add-operator', '--name=operator-console', '--acts-for-others'], {
        environment: { DATABASE_URL: urls['vault'], VAULT_KEK_FILE: kekFile, PUBLIC_URL: publicUrl },
        readInput: async () => '',
      })) as { readonly token: string }
      gateway = await startGateway({
        port: 0,
        databaseUrl: urls['gateway'],
        admin: { port: 0 },
        operatorToken: gatewayToken,
        projects: { demo: { allowedOrigins: ['https://app.example'] } },
      })
      return {
        vault: { addresses: [join(folder, 'gone.sock'), custody.operatorAddress ?? ''], token },
        gateway: { addresses: [gateway.adminUrl ?? ''], token: gatewayToken },
      }
    },
  })
  ;[{ browser: owner }, { browser: second }, { browser: support }] = [
    await world.signUp('alice', 'owner'),
    await world.signUp('bob', 'owner'),
    await world.signUp('carol', 'support'),
  ]
})
afterAll(async () => {
  await gateway?.stop()
  await custody?.stop()
  await world?.stop()
  await mailbox?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const act = (browser: Browser, action: string, more: object = {}): Promise<Reply> =>
  browser.send('POST', '/api/vault/v1/act', { action, reason: 'a test asked for it', ...more })
const readLog = async (event: string): Promise<readonly { readonly entry: Readonly<Record<string, unknown>> }[]> =>
  (await owner.send('GET', `/api/vault/v1/audit?event=${event}&limit=5`)).body['events'] as never

describe('the vault', () => {
  test('records the acting operator, not the console, and requires a second operator’s approval under the same token', async () => {
    expect(await act(owner, 'signing.stop', { project: 'demo' })).toMatchObject({
      status: 200,
      body: { status: 'done', changed: true },
    })
    expect((await readLog('signing.stopped'))[0]?.entry).toMatchObject({ operator: 'alice', project: 'demo' })
    const { status, body } = await act(owner, 'signing.start', { project: 'demo' })
    expect([status, body]).toMatchObject([202, { status: 'proposed', proposal: { operator: 'alice' } }])
    const { id } = body['proposal'] as { readonly id: string }
    const approve = (browser: Browser): Promise<Reply> =>
      browser.send('POST', '/api/vault/v1/approve', { id, reason: 'I have looked at it' })
    expect(await approve(owner)).toMatchObject({ status: 403, body: { error: { code: 'OWN_PROPOSAL' } } })
    // support decides proposals, but only those of actions that support may run
    expect(await approve(support)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect(await support.send('POST', '/api/vault/v1/reject', { id, reason: 'I have looked' })).toMatchObject({
      status: 403,
    })
    expect(await approve(second)).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await approve(second)).toMatchObject({ status: 404 })
    expect((await owner.send('GET', '/api/vault/v1/signing')).body).toEqual({ stopped: [] })
  })

  test('error: refuses actions that the role may not run, and actions and routes that the console does not know', async () => {
    for (const action of ['signing.stop', 'sessions.revoke', 'project.save', 'apiKey.create', 'keys.rotate'])
      expect(await act(support, action)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    for (const action of ['wallet.export', 'constructor', '__proto__', undefined, ['signing.stop']])
      expect(await act(owner, action as string)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect(await owner.send('GET', '/api/vault/v1/schema')).toMatchObject({ status: 404 })
    expect(await owner.send('POST', '/api/vault/call', {})).toMatchObject({ status: 404 })
    expect(await owner.send('GET', '/api/vault/v1/../call')).toMatchObject({ status: 404 })
    expect((await owner.send('GET', '/api/vault/v1/signing')).body).toEqual({ stopped: [] })
  })

  test('saves projects for the console, and reports conflicts and invalid settings', async () => {
    const save = (name: string, revision: number): Promise<Reply> =>
      act(owner, 'project.save', { project: 'shop', revision, settings: { name, origins: ['https://shop.example'] } })
    const made = await save('Shop', 0)
    expect(made).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await save('Other', 0)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
    expect(await save('Better shop', Number(made.body['revision']))).toMatchObject({ status: 200 })
    const { projects } = (await support.send('GET', '/api/vault/v1/projects')).body as {
      readonly projects: readonly object[]
    }
    expect(projects).toContainEqual(expect.objectContaining({ id: 'shop', source: 'database', updatedBy: 'alice' }))
    expect(await act(owner, 'project.save', { project: 'shop', revision: 0, settings: {} })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS' } },
    })
  })

  test('exports its log through the console', async () => {
    const { body } = await owner.send('GET', '/api/export?log=vault&format=jsonl&operator=alice')
    const lines = (body as unknown as { readonly text: string }).text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'signing.stopped', operator: 'alice' }),
    )
  })
})

describe('the gateway', () => {
  const path = '/api/gateway/admin/v1/projects/shop'
  const settings = { allowedOrigins: ['https://shop.example'] }

  test('records the acting operator, and returns the current version of a project on a conflict', async () => {
    const made = await owner.send('PUT', path, { revision: null, settings })
    expect(made).toMatchObject({ status: 200, body: { id: 'shop', updatedBy: 'alice' } })
    expect(await second.send('PUT', path, { revision: null, settings })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' }, current: { id: 'shop', updatedBy: 'alice' } },
    })
    expect(await support.send('PUT', path, { revision: 1, settings })).toMatchObject({ status: 403 })
    expect(await owner.send('DELETE', `${path}?revision=${made.body['revision']}`)).toMatchObject({ status: 200 })
    const { body } = await owner.send('GET', '/api/export?log=gateway&format=csv&operator=alice')
    expect((body as unknown as { readonly text: string }).text).toMatch(/project\.delete,alice,/)
  })

  test('shows its status to the support role, too', async () => {
    const { status, body } = await support.send('GET', '/api/gateway/admin/v1/status')
    expect([status, body]).toMatchObject([200, { database: 'ok' }])
  })
})

describe('a service that fails', () => {
  const listenOn = async (serve: (server: Server) => void): Promise<{ server: Server; address: string }> => {
    const address = join(folder, `broken-${Math.random()}.sock`)
    const server = createServer()
    serve(server)
    server.listen(address)
    await once(server, 'listening')
    return { server, address }
  }
  const request = { method: 'GET', path: '/v1/me', operator: 'alice' } as const

  test('error: is skipped for a read, which is retried at the next address, but a change is never sent twice', async () => {
    let count = 0
    const { server, address } = await listenOn((one) =>
      one.on('connection', (socket) => {
        count++
        socket.on('error', () => undefined).on('data', () => socket.destroy())
      }),
    )
    const both = createService('vault', { addresses: [address, custody.operatorAddress ?? ''], token: 'x' })
    // a read is repeated at the next address, which refuses the token
    expect(await both.send(request)).toMatchObject({ status: 401 })
    await expect(both.send({ ...request, method: 'POST', path: '/v1/act', body: '{}' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('before you repeat it'),
    })
    expect(count).toBe(2)
    const gone = createService('vault', { addresses: [join(folder, 'none.sock')], token: 'x' })
    await expect(gone.send(request)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('Nothing was changed'),
    })
    server.close()
  })

  test('error: remote addresses without verified TLS are rejected, so that no token crosses a network in plain text', () => {
    for (const [name, address] of [
      ['vault', 'http://10.0.0.5:4188'],
      ['vault', 'https://10.0.0.5:4188'],
      ['gateway', 'http://10.0.0.5:4189'],
    ] as const)
      expect(() => createService(name, { addresses: [address], token: 'x' })).toThrow(/CUSTODY_TLS_CERT|encryption/)
  })

  test('error: an invalid service token is reported as SERVICE_UNAVAILABLE, and does not sign the operator out', async () => {
    const other = await startTestConsole({
      vault: { addresses: [custody.operatorAddress ?? ''], token: 'A'.repeat(43) },
      gateway: { addresses: [gateway.adminUrl ?? ''], token: 'B'.repeat(43) },
    })
    try {
      const { browser } = await other.signUp('dora', 'owner')
      for (const [path, variable] of [
        ['/api/vault/v1/signing', 'VAULT_TOKEN'],
        ['/api/gateway/admin/v1/status', 'GATEWAY_TOKEN'],
      ] as const)
        expect(await browser.send('GET', path)).toMatchObject({
          status: 502,
          body: { error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining(variable) } },
        })
      expect((await browser.ask('GET /api/session')).status).toBe(200)
    } finally {
      await other.stop()
    }
  })
})

test('parseMetrics sums each metric over its labels, and skips histogram buckets', () => {
  const text = '# HELP a_total x\na_total{x="1"} 2\na_total{x="2"} 3\nb 4.5\nc_bucket{le="1"} 9\nnonsense\nd NaN\n'
  expect(parseMetrics(text)).toEqual({ a_total: 5, b: 4.5 })
})
