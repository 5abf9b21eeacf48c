import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebhookView } from '../../protocol/operators.js'
import { bundleCustody } from '../test/bundleCustody.js'
import { createOperators, type OperatorReply } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { spawnCustody } from '../test/spawnCustody.js'
import { startWorld, type World } from '../test/startWorld.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

type Received = {
  readonly path: string
  readonly id: string
  readonly time: number
  readonly signatures: readonly string[]
  readonly body: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

let world: World
let ada: string
let receiver: Listening
const received: Received[] = []
/** The response for each path (default: 200). */
const answers = new Map<string, (response: ServerResponse) => void>()
const { add, ask, act } = createOperators(() => world)
beforeAll(async () => {
  world = await startWorld({ processes: 2, operators: { listen: { port: 0 } }, allowsPrivateWebhooks: true })
  ada = await add('ada')
  receiver = await listen(
    createServer((request, response) => void answer(request, response)),
    {
      port: 0,
      host: '127.0.0.1',
    },
  )
})
afterAll(async () => {
  await world?.stop()
  await receiver.stop()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
  const path = request.url ?? ''
  const { headers } = request
  received.push({
    path,
    id: String(headers['webhook-id']),
    time: Number(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']).split(' '),
    body,
    type,
    data,
  })
  const own = answers.get(path)
  if (own) own(response)
  else response.end()
}
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end()
const at = (path: string): readonly Received[] => received.filter((one) => one.path === path)
const typesAt = (path: string): readonly string[] => at(path).map(({ type }) => type)
const patient = { timeout: 30_000 }

type Created = { readonly id: string; readonly secret: string }
async function create(path: string, events: readonly string[], project = 'demo'): Promise<Created> {
  const { status: code, body } = await act(ada, 'webhook.save', {
    project,
    url: `${receiver.url}${path}`,
    events,
    isEnabled: true,
  })
  expect(body).toMatchObject({ status: 'done', changed: true })
  expect(code).toBe(200)
  return body as unknown as Created
}
async function view(id: string): Promise<WebhookView> {
  const { body } = await ask(ada, 'GET /v1/webhooks')
  const found = (body['webhooks'] as readonly WebhookView[]).find((one) => one.id === id)
  if (!found) throw new Error('There is no such webhook.')
  return found
}
let users = 0
async function createUser(
  project = 'demo',
): Promise<{ readonly visitor: Visitor; readonly user: string; readonly email: string }> {
  const email = `hooked${users++}@mail.example`
  const visitor = world.createVisitor({ project })
  world.move(hour)
  await world.logIn(visitor, email)
  const { body } = await ask(ada, 'GET /v1/user', { user: email })
  return { visitor, user: String(body['id']), email }
}
function isSignedWith(secret: string, { id, time, body, signatures }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures.some((one) => {
    const [version, value = ''] = one.split(',')
    const bytes = Buffer.from(value, 'base64')
    return version === 'v1' && bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected)
  })
}

type Verify = (headers: Record<string, string>, body: string, secrets: readonly string[]) => boolean
/** The function in the guide, unchanged. */
async function readGuide(): Promise<Verify> {
  const guide = await readFile(new URL('../../../../../docs/user-api.md', import.meta.url), 'utf8')
  const [, source = ''] = /```ts verifyWebhook\.ts\n(.*?)```/s.exec(guide) ?? []
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  return ((await import(/* @vite-ignore */ url)) as { readonly verifyWebhook: Verify }).verifyWebhook
}

describe('a webhook', () => {
  test('is verified by the function in the guide: only with its secret and its body, for five minutes', async () => {
    const verify = await readGuide()
    const { id, secret } = await create('/guide', ['user.created'])
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await createUser()
    await expect.poll(() => at('/guide').length, patient).toBe(1)
    const [one] = at('/guide')
    if (!one) throw new Error('Nothing arrived.')
    const { id: delivery, time, signatures, body } = one
    const headers = {
      'webhook-id': delivery,
      'webhook-timestamp': String(time),
      'webhook-signature': signatures.join(' '),
    }
    const clock = vi.spyOn(Date, 'now').mockReturnValue(time * 1_000)
    try {
      expect(verify(headers, body, [secret])).toBe(true)
      expect(verify(headers, body, [other, secret])).toBe(true)
      expect(verify(headers, body, [other])).toBe(false)
      expect(verify(headers, body.replace('demo', 'evil'), [secret])).toBe(false)
      expect(verify({ ...headers, 'webhook-id': '0'.repeat(32) }, body, [secret])).toBe(false)
      for (const bad of ['', 'v1,', 'v1,AAAA', 'x y z'])
        expect(verify({ ...headers, 'webhook-signature': bad }, body, [secret])).toBe(false)
      expect(verify({}, body, [secret])).toBe(false)
      // replayed by somebody who has seen it
      clock.mockReturnValue(time * 1_000 + 301_000)
      expect(verify(headers, body, [secret])).toBe(false)
      expect(verify({ ...headers, 'webhook-timestamp': String(time + 301) }, body, [secret])).toBe(false)
    } finally {
      clock.mockRestore()
    }
    await act(ada, 'webhook.delete', { webhook: id })
  })

  test('gets each event of its project’s users once, signed, without their email addresses', async () => {
    const { id, secret } = await create('/all', [
      'user.created',
      'user.login',
      'device.added',
      'user.frozen',
      'user.unfrozen',
      'device.revoked',
    ])
    const foreign = await create('/other', ['user.created', 'user.frozen'], 'other')
    const { visitor, user, email } = await createUser()
    await act(ada, 'user.freeze', { user })
    await act(ada, 'user.unfreeze', { user })
    await visitor.get('hello', {})
    await act(ada, 'devices.revoke', { user })
    const types = ['user.created', 'user.login', 'device.added', 'user.frozen', 'user.unfrozen', 'device.revoked']
    await expect.poll(() => [...typesAt('/all')].sort(), patient).toEqual([...types].sort())
    await expect.poll(async () => (await view(id)).pending, patient).toBe(0)
    for (const one of at('/all')) {
      expect(isSignedWith(secret, one), one.type).toBe(true)
      expect(isSignedWith(foreign.secret, one)).toBe(false)
      expect(one.data).toMatchObject({ project: 'demo', user })
      expect(one.body).not.toContain(email)
      expect(one.body).not.toContain('ada')
      expect(Math.abs(one.time * 1_000 - world.now())).toBeLessThan(hour)
    }
    expect(at('/all').find(({ type }) => type === 'user.frozen')?.data).toEqual({
      project: 'demo',
      user,
      by: 'operator',
    })
    expect(new Set(at('/all').map((one) => one.id)).size).toBe(types.length)
    expect(at('/other')).toEqual([])
    const shown = await view(id)
    expect(shown).toMatchObject({ project: 'demo', state: 'enabled', url: `${receiver.url}/all` })
    expect(shown.deliveries[0]).toMatchObject({ state: 'delivered', attempts: 1, result: '200' })
    expect(JSON.stringify(shown)).not.toContain(secret.slice(6))
    const [row] = await world.database.query<{ text: string }>(
      'SELECT string_agg(webhooks::text, $1) AS text FROM webhooks',
      [''],
    )
    expect(row?.text).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'))
    for (const one of [id, foreign.id]) await act(ada, 'webhook.delete', { webhook: one })
  })

  test('gets no events that were rolled back or of another project, but those of all projects', async () => {
    const { id } = await create('/signing', ['signing.stopped', 'signing.started', 'user.frozen'])
    await act(ada, 'signing.stop', { project: 'demo' })
    await act(ada, 'signing.stop', { project: 'other' })
    await act(ada, 'signing.stop', {})
    expect((await act(ada, 'user.freeze', { user: '0'.repeat(32) })).status).toBe(404)
    for (const project of ['demo', 'other', undefined]) await act(ada, 'signing.start', project ? { project } : {})
    await expect
      .poll(() => [...typesAt('/signing')].sort(), patient)
      .toEqual([...['signing.started', 'signing.started', 'signing.stopped', 'signing.stopped']])
    await act(ada, 'webhook.delete', { webhook: id })
  })

  test('is retried at growing intervals, disabled after three days, and gets what it missed once it is enabled', async () => {
    answers.set('/down', status(500))
    const { id } = await create('/down', ['user.frozen', 'user.unfrozen'])
    const { user } = await createUser()
    await act(ada, 'user.freeze', { user })
    await expect.poll(() => at('/down').length, patient).toBe(1)
    await expect.poll(async () => (await view(id)).deliveries[0]?.result, patient).toBe('500')
    expect((await view(id)).deliveries[0]?.nextAt).toBe(world.now() + 5_000)
    world.move(4_000)
    await act(ada, 'user.unfreeze', { user })
    await expect.poll(() => typesAt('/down'), patient).toEqual(['user.frozen', 'user.unfrozen'])
    expect(at('/down')[0]?.id).not.toBe(at('/down')[1]?.id)
    for (const pause of [minute, hour, day, day]) {
      const before = at('/down').length
      world.move(pause)
      await expect.poll(() => at('/down').length, patient).toBeGreaterThan(before)
      await expect
        .poll(
          async () => (await view(id)).deliveries.every((one) => (one.nextAt ?? world.now()) > world.now()),
          patient,
        )
        .toBe(true)
    }
    world.move(day)
    await expect.poll(async () => (await view(id)).state, patient).toBe('failed')
    const tried = at('/down').length
    world.move(day)
    await expect.poll(() => world.warnings.map(String).join(), patient).toContain(`Webhook ${id} of demo was disabled`)
    const { body } = await ask(ada, 'GET /v1/audit', { event: 'webhook.disabled' })
    expect(body['events']).toMatchObject([{ entry: { webhook: id, project: 'demo' } }])
    expect(at('/down')).toHaveLength(tried)
    answers.delete('/down')
    const pending = (await view(id)).pending
    expect(pending).toBeGreaterThan(0)
    await act(ada, 'webhook.save', {
      project: 'demo',
      webhook: id,
      url: `${receiver.url}/down`,
      events: ['user.frozen'],
      isEnabled: true,
    })
    await expect.poll(async () => (await view(id)).pending, patient).toBe(0)
    expect(at('/down')).toHaveLength(tried + pending)
    await act(ada, 'webhook.delete', { webhook: id })
  }, 120_000)

  test('gets a delivery again, under its id, if an operator requests it', async () => {
    const { id } = await create('/again', ['user.created'])
    await createUser()
    await expect.poll(() => at('/again').length, patient).toBe(1)
    await expect.poll(async () => (await view(id)).pending, patient).toBe(0)
    const [first] = at('/again')
    expect((await act(ada, 'webhook.redeliver', { delivery: first?.id })).status).toBe(200)
    await expect.poll(() => at('/again').map((one) => one.id), patient).toEqual([first?.id, first?.id])
    expect(at('/again')[1]?.body).toBe(first?.body)
    expect(await act(ada, 'webhook.redeliver', { delivery: '0'.repeat(32) })).toMatchObject({
      body: { error: { code: 'NO_DELIVERY' } },
    })
    // nothing would be sent
    const webhook = { project: 'demo', webhook: id, url: `${receiver.url}/again`, events: ['user.created'] }
    await act(ada, 'webhook.save', { ...webhook, isEnabled: false })
    expect(await act(ada, 'webhook.redeliver', { delivery: first?.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: 'The webhook is disabled. Enable it first.' } },
    })
    expect(await view(id)).toMatchObject({ pending: 0 })
    await act(ada, 'webhook.delete', { webhook: id })
    expect(await world.database.query('SELECT 1 FROM deliveries WHERE webhook_id = $1', [id])).toEqual([])
  })

  test('is signed with both the old and the new secret for a day after a rotation', async () => {
    const { id, secret } = await create('/rotated', ['user.created'])
    const { body } = await act(ada, 'webhook.rotate', { webhook: id })
    const next = String(body['secret'])
    expect(next).not.toBe(secret)
    await createUser()
    await expect.poll(() => at('/rotated').length, patient).toBe(1)
    const [both] = at('/rotated')
    expect([secret, next].map((one) => both && isSignedWith(one, both))).toEqual([true, true])
    world.move(day)
    await createUser()
    await expect.poll(() => at('/rotated').length, patient).toBe(2)
    const last = at('/rotated')[1]
    expect([secret, next].map((one) => last && isSignedWith(one, last))).toEqual([false, true])
    await act(ada, 'webhook.delete', { webhook: id })
  })

  test('error: follows no redirects, and is disabled after a 410 response', async () => {
    answers.set('/moved', status(302, { location: `${receiver.url}/elsewhere` }))
    answers.set('/gone', status(410))
    const [moved, gone] = [await create('/moved', ['user.created']), await create('/gone', ['user.created'])]
    await createUser()
    await expect.poll(async () => (await view(moved.id)).deliveries[0]?.result, patient).toBe('302')
    await expect.poll(async () => (await view(gone.id)).state, patient).toBe('failed')
    expect(at('/elsewhere')).toEqual([])
    for (const { id } of [moved, gone]) await act(ada, 'webhook.delete', { webhook: id })
  })

  test('error: one that never responds does not delay others, and times out after 10 seconds', async () => {
    answers.set('/slow', () => undefined)
    const [slow, quick] = [await create('/slow', ['user.created']), await create('/quick', ['user.created'])]
    await createUser()
    await expect.poll(() => at('/quick').length, patient).toBe(1)
    await expect
      .poll(async () => (await view(slow.id)).deliveries[0]?.result, patient)
      .toBe('no response within 10 seconds')
    for (const { id } of [slow, quick]) await act(ada, 'webhook.delete', { webhook: id })
  }, 60_000)

  test('error: cannot be redirected or sent forged events by writing to the database', async () => {
    answers.set('/target', status(500))
    const { id } = await create('/target', ['user.created'])
    await createUser()
    await expect.poll(() => at('/target').length, patient).toBe(1)
    await world.database.query('UPDATE webhooks SET url = $2 WHERE id = $1', [id, `${receiver.url}/thief`])
    world.move(hour)
    await expect
      .poll(() => world.warnings.map(String).join(), patient)
      .toContain('A row of webhooks was changed from outside')
    await world.database.query('UPDATE webhooks SET url = $2 WHERE id = $1', [id, `${receiver.url}/target`])
    await world.database.query("UPDATE deliveries SET body = replace(body, 'demo', 'evil') WHERE webhook_id = $1", [id])
    world.move(day)
    await expect.poll(async () => (await view(id)).deliveries[0]?.result, patient).toContain('deliveries was changed')
    expect(at('/thief')).toEqual([])
    expect(received.some(({ body }) => body.includes('evil'))).toBe(false)
    await act(ada, 'webhook.delete', { webhook: id })
  })

  test('error: is rejected for an unknown or another project, an unknown id, or invalid parameters', async () => {
    const { id } = await create('/mine', ['user.created'])
    const good = { project: 'demo', url: 'https://a.example/', events: ['user.created'], isEnabled: true }
    const cases: readonly [Record<string, unknown>, number][] = [
      [{ project: 'none' }, 404],
      [{ project: 'other', webhook: id }, 404],
      [{ webhook: '0'.repeat(32) }, 404],
      [{ url: 'ftp://a.example/' }, 400],
      [{ url: 'https://user@a.example/' }, 400],
      [{ url: 'https://a.example/#x' }, 400],
      [{ events: [] }, 400],
      [{ events: ['user.created', 'user.created'] }, 400],
      [{ events: ['request.signed'] }, 400],
    ]
    for (const [more, code] of cases)
      expect((await act(ada, 'webhook.save', { ...good, ...more })).status, JSON.stringify(more)).toBe(code)
    await act(ada, 'webhook.delete', { webhook: id })
  })
})

test('error: no webhook reaches this machine or a private network, by IP address or by name', async () => {
  const strict = await startWorld({ operators: { listen: { port: 0 } } })
  try {
    const own = createOperators(() => strict)
    const token = await own.add('ada')
    const save = (url: string): Promise<OperatorReply> =>
      own.act(token, 'webhook.save', { project: 'demo', url, events: ['user.created'], isEnabled: true })
    for (const url of [
      ...['http://a.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/'],
      ...['https://a.example:8443/', 'https://169.254.169.254/latest', receiver.url],
    ])
      expect((await save(url)).status, url).toBe(400)
    // a valid name, whose address is inside
    expect((await save('https://localhost/')).status).toBe(200)
    await strict.logIn(strict.createVisitor(), 'inside@mail.example')
    const result = async (): Promise<string | undefined> => {
      const { body } = await own.ask(token, 'GET /v1/webhooks')
      return (body['webhooks'] as readonly WebhookView[])[0]?.deliveries[0]?.result
    }
    await expect.poll(result, patient).toBe('The host is not on the public internet.')
  } finally {
    await strict.stop()
  }
}, 60_000)

test('a process killed before it has recorded a response sends the event again under the same id, and loses none', async () => {
  answers.set('/killed', status(503))
  const { id } = await create('/killed', ['user.created'])
  await createUser()
  await expect.poll(async () => (await view(id)).deliveries[0]?.result, patient).toBe('503')
  const [first] = at('/killed')
  for (const custody of (world.custodies as (typeof world.custodies)[number][]).splice(0)) await custody.stop()
  const bundle = await bundleCustody()
  const arrived = new Promise<void>((resolve) => {
    // the app has received it, but its response never arrives
    answers.set('/killed', () => resolve())
  })
  await world.database.query('UPDATE deliveries SET next_at = 0 WHERE webhook_id = $1', [id])
  const { databaseUrl, kekFile, smtpUrl } = world.options
  const spawned = await spawnCustody(bundle.file, {
    CUSTODY_SOCKET: join(world.folder, 'killed.sock'),
    DATABASE_URL: databaseUrl,
    VAULT_KEK_FILE: kekFile,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Latchkey <login@vault.example>',
    PUBLIC_URL: 'https://vault.example',
    WEBHOOKS_ALLOW_PRIVATE: '1',
  })
  await arrived
  await spawned.kill('SIGKILL')
  await bundle.remove()
  answers.delete('/killed')
  await world.restart()
  // others wait until the claim of the dead process expires by the database's clock
  await world.database.query('UPDATE webhooks SET claimed_until = now() WHERE id = $1', [id])
  await expect.poll(async () => (await view(id)).deliveries[0]?.state, patient).toBe('delivered')
  expect(at('/killed').map((one) => one.id)).toEqual([first?.id, first?.id, first?.id])
  expect(new Set(at('/killed').map(({ body }) => body)).size).toBe(1)
}, 120_000)
