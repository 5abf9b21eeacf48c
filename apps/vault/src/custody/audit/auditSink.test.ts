import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openKekFile } from '../keys/backends/kekFile.js'
import { openKeys } from '../keys/openKeys.js'
import { createHandClock, type HandClock } from '../test/createHandClock.js'
import type { Visitor } from '../test/createVisitor.js'
import { type Sink, type SinkFault, startSink } from '../test/startSink.js'
import { startWorld, type World } from '../test/startWorld.js'
import { appendAudit } from './appendAudit.js'
import { type RunningAuditSink, readAuditSink, startAuditSink } from './auditSink.js'

const token = 'sink-token'

/** Response timeout in milliseconds. */
const deadline = 10_000

let world: World

let first: Sink

let visitor: Visitor

beforeAll(async () => {
  first = await startSink()
  // as in production: two custody processes send to one sink
  world = await startWorld({ processes: 2, auditSink: { url: first.url, token } })
  visitor = world.createVisitor()
  await world.logIn(visitor, 'ada@mail.example')
})

afterAll(async () => {
  await world?.stop()
  await first?.stop()
})

type Row = { readonly seq: string; readonly at: string; readonly event: string; readonly entry: string; hash: Buffer }

const getRows = (): Promise<readonly Row[]> => world.database.query<Row>('SELECT * FROM audit ORDER BY seq')

const getSeqs = async (): Promise<readonly number[]> => (await getRows()).map(({ seq }) => Number(seq))

async function sign(): Promise<void> {
  await visitor.get('hello', {})
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('Hello'), accounts[0]?.address ?? '']
  const { id, digest } = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  expect(await visitor.get('request.sign', { id, digest })).toEqual({ result: expect.stringMatching(/^0x/) })
  world.move(60_000)
}

describe('an audit sink', () => {
  test('receives every entry once, in order and as stored, from two custody processes', async () => {
    await sign()
    const seqs = await getSeqs()
    expect(seqs.length).toBeGreaterThan(5)
    await expect.poll(() => first.getLines().map(({ seq }) => seq)).toEqual(seqs)
    const [instance] = await world.database.query<{ value: string }>(
      "SELECT value FROM vault_settings WHERE name = 'instance'",
    )
    expect(first.getLines()).toEqual(
      (await getRows()).map(({ seq, at, event, entry, hash }) => ({
        instance: instance?.value,
        seq: Number(seq),
        at: Number(at),
        event,
        entry: JSON.parse(entry),
        hash: hash.toString('hex'),
      })),
    )
    for (const { headers } of first.requests)
      expect(headers).toMatchObject({ authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' })
  })

  test('receives no email address, code or link token', () => {
    const text = first.requests.map(({ body }) => body).join()
    const { code, token: link } = world.getMail('ada@mail.example')
    expect([text.includes('mail.example'), text.includes('ada@'), text.includes(`"${code}"`)]).toEqual(
      Array(3).fill(false),
    )
    if (link !== '') expect(text).not.toContain(link)
  })

  test('[F42] that hangs stops no login or signature, and receives the missed entries later', async () => {
    await first.behave('hang')
    const { length } = first.requests
    await sign()
    await expect.poll(() => first.requests.length).toBeGreaterThan(length)
    const other = world.createVisitor()
    await world.logIn(other, 'grace@mail.example')
    await sign()
    expect(first.getLines().at(-1)?.seq).toBeLessThan((await getSeqs()).at(-1) ?? 0)
    await first.behave('refuse') // closes the hanging request
    await first.behave('take')
    const seqs = await getSeqs()
    await expect.poll(() => first.getLines().map(({ seq }) => seq)).toEqual(seqs)
    const told = world.warnings.map(String).filter((text) => text.includes('audit sink'))
    expect(told.length).toBeGreaterThan(0)
    for (const secret of [token, 'sink-key']) expect(told.join()).not.toContain(secret)
  })
})

describe('startAuditSink', () => {
  let clock: HandClock
  let sink: Sink
  let warnings: string[]
  const running: RunningAuditSink[] = []
  beforeEach(async () => {
    ;[clock, warnings, sink] = [createHandClock(), [], await startSink()]
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    await sink.stop()
  })
  const start = (holder = 'one'): (typeof running)[number] => {
    const started = startAuditSink(world.database, {
      sink: { url: sink.url },
      instance: 'instance',
      holder,
      wait: clock.wait,
      warn: (cause) => warnings.push(String(cause)),
    })
    running.push(started)
    return started
  }
  /** Moves the clock only while no response is pending: a real one takes real time. */
  const pass = (ms: number): void => {
    if (!clock.getWaits().includes(deadline)) clock.pass(ms)
  }
  const passUntilTaken = async (): Promise<void> => {
    const seqs = await getSeqs()
    const look = (): readonly number[] => {
      pass(1_000)
      return sink.getLines().map(({ seq }) => seq)
    }
    await expect.poll(look).toEqual(seqs)
  }

  test.each<readonly [SinkFault, string]>([
    ['hang', 'no response within 10 seconds'],
    ['fail', 'response status 500'],
    ['refuse', 'connection failed (ECONNREFUSED)'],
    ['redirect', 'response status 307'],
  ])(
    '[F42] %s: warns once, loses nothing, and sends all entries in order when the sink is back',
    async (how, reason) => {
      await sink.behave(how)
      start()
      await expect
        .poll(() => {
          ;(how === 'hang' ? clock.pass : pass)(2_000)
          return warnings
        })
        .toHaveLength(1)
      await sign()
      // stays down for an hour
      const before = sink.requests.length
      for (let minute = 0; minute < 60; minute++) {
        if (how !== 'hang')
          await expect.poll(() => clock.getWaits().some((ms) => ms !== deadline), { interval: 5 }).toBe(true)
        clock.pass(60_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(sink.requests.length - before).toBeLessThanOrEqual(120)
      expect(sink.getLines()).toEqual([])
      expect(warnings[0]).toBe(
        `Notice: The audit sink at ${new URL(sink.url).host} failed: ${reason}. Entries stay queued here.`,
      )
      await sink.behave('take')
      // the hanging request times out
      if (how === 'hang') clock.pass(deadline)
      await passUntilTaken()
      expect(sink.getDetours()).toBe(0)
      // the sink has the entries before its response is read
      await expect
        .poll(() => warnings.slice(1))
        .toEqual([`Notice: The audit sink at ${new URL(sink.url).host} accepts entries again.`])
    },
  )

  test('[F42] sends entries again if the connection ends before the response: at least once, none lost', async () => {
    await sink.behave('take and cut off')
    start()
    await expect.poll(() => sink.getLines().length).toBeGreaterThan(0)
    await expect.poll(() => warnings.length).toBe(1)
    await sink.behave('take')
    await sign()
    const seqs = await getSeqs()
    await expect
      .poll(() => {
        pass(1_000)
        return [...new Set(sink.getLines().map(({ seq }) => seq))]
      })
      .toEqual(seqs)
    expect(sink.getLines().length).toBeGreaterThan(seqs.length)
  })

  test('does not wait for the end of an endless response', async () => {
    await sink.behave('never ends')
    start()
    await passUntilTaken()
    expect(warnings).toEqual([])
  })

  test('a later process continues where the previous one stopped, and sends nothing twice', async () => {
    const one = start()
    await passUntilTaken()
    // stopped before it has read the response and stored its position, it would leave them to the next process
    await expect.poll(async () => (await one.readLag()).entries).toBe(0)
    await one.stop()
    await sign()
    start('another')
    await passUntilTaken()
  })

  test('sends from one process at a time; another takes over once the lease has expired', async () => {
    await sink.behave('hang')
    start('one')
    await expect.poll(() => sink.requests.length).toBe(1)
    await sink.behave('take')
    start('two')
    // it has found the lease taken, and waits to check again
    await expect.poll(() => clock.getWaits().filter((ms) => ms === 2_000)).toHaveLength(1)
    expect(sink.getLines()).toEqual([])
    const held =
      "SELECT extract(epoch FROM held_until - now())::float AS left FROM audit_sinks WHERE holder = 'one' ORDER BY 1 DESC"
    const [row] = await world.database.query<{ left: number }>(held)
    expect(row?.left).toBeGreaterThan(15)
    // the database clock can't be moved, so the lease is expired by hand
    await world.database.query("UPDATE audit_sinks SET held_until = now() - interval '1 second' WHERE holder = 'one'")
    clock.pass(2_000)
    const seqs = await getSeqs()
    await expect.poll(() => sink.getLines().map(({ seq }) => seq)).toEqual(seqs)
  })

  test('sends many entries in batches of at most 500', async () => {
    const { keys } = await openKeys(world.database, { kek: openKekFile(world.options.kekFile), createsKek: false })
    await world.database.inTransaction(async (client) => {
      for (let count = 0; count < 1_100; count++)
        await appendAudit({ keys, now: world.now }, client, { event: 'login.asked', device: 'd'.repeat(32) })
    })
    start()
    await passUntilTaken()
    const sizes = sink.requests.map(({ body }) => body.trim().split('\n').length)
    expect([Math.max(...sizes), sizes.length >= 3]).toEqual([500, true])
    expect(Math.max(...sink.requests.map(({ body }) => body.length))).toBeLessThan(262_144)
  })

  test('stops at once, even during a hanging request, and lets another process take over', async () => {
    await sink.behave('hang')
    const one = start()
    await expect.poll(() => sink.requests.length).toBe(1)
    await one.stop()
    expect([clock.getWaits(), warnings]).toEqual([[], []])
    await sink.behave('take')
    start('two')
    await passUntilTaken()
  })

  test('stops while the database is unreachable', async () => {
    const started = startAuditSink(
      { query: () => Promise.reject(new Error('connect ECONNREFUSED')) },
      { sink: { url: sink.url }, instance: 'instance', holder: 'one', wait: clock.wait, warn: () => undefined },
    )
    await expect.poll(() => clock.getWaits().length).toBe(1)
    await started.stop()
    expect(sink.requests).toEqual([])
  })
})

describe('readAuditSink', () => {
  test('reads the URL and the optional token', () => {
    expect(readAuditSink({})).toBeUndefined()
    expect(readAuditSink({ AUDIT_SINK_URL: ' https://siem.example/x?key=7 ' })).toEqual({
      url: 'https://siem.example/x?key=7',
    })
    expect(readAuditSink({ AUDIT_SINK_URL: 'http://127.0.0.1:9000/', AUDIT_SINK_TOKEN: 't' })).toEqual({
      url: 'http://127.0.0.1:9000/',
      token: 't',
    })
  })

  test('error: rejects a URL that is not https or has credentials, and a token without a URL', () => {
    for (const url of ['http://siem.example/?key=sink-key', 'siem', 'ftp://127.0.0.1/', 'file:///etc/x']) {
      const read = (): unknown => readAuditSink({ AUDIT_SINK_URL: url })
      expect(read).toThrow('AUDIT_SINK_URL must be an https URL.')
    }
    expect(() => readAuditSink({ AUDIT_SINK_URL: 'https://me:secret@siem.example/' })).toThrow('AUDIT_SINK_TOKEN')
    expect(() => readAuditSink({ AUDIT_SINK_TOKEN: 't' })).toThrow('AUDIT_SINK_URL is not')
  })
})
