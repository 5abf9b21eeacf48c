import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCustodyClient } from './custody.js'
import { createDevice } from './test/signStatement.js'
import { type Counterpart, startCounterpart } from './test/startCounterpart.js'

const device = createDevice()
const warnings: unknown[] = []
const ends: (() => unknown)[] = []
let folder: string

beforeEach(async () => {
  warnings.length = 0
  folder = await mkdtemp(join(tmpdir(), 'latchkey-places-'))
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await rm(folder, { recursive: true })
})

type Reply = { readonly result?: unknown; readonly milliseconds: number }

/** Calls custody as the site does, and measures how long that takes. */
async function call(
  places: readonly string[],
  { path = '/call', method = 'user.get', timeout = 30_000 } = {},
): Promise<Reply> {
  const client = createCustodyClient(places, { warn: (cause) => warnings.push(cause) })
  return callBy(client, { path, method, timeout })
}

type Client = ReturnType<typeof createCustodyClient>

async function callBy(client: Client, { path = '/call', method = 'user.get', timeout = 30_000 } = {}): Promise<Reply> {
  const began = performance.now()
  const signed = device.sign({ method })
  const body = path === '/call' ? { ...signed, ip: '', userAgent: '' } : { step: 'callback', answer: 'code=1' }
  const reply = await client
    .call({
      path: path as '/call',
      body,
      schema: z.object({ result: z.unknown() }),
      timeout,
      signal: new AbortController().signal,
    })
    .catch((cause: { readonly code: string; readonly status: number }) => ({ result: [cause.status, cause.code] }))
  return { ...reply, milliseconds: performance.now() - began }
}

const unavailable = [503, 'UNAVAILABLE']

async function startCustody(onCall: () => unknown = () => ({ result: 'answered' })): Promise<Counterpart> {
  const custody = await startCounterpart({ onCall, onSocial: () => ({ result: 'social' }) })
  ends.push(custody.stop)
  return custody
}

/** Accepts connections, and acts on the first data of each. */
async function startBroken(
  act: (socket: Socket) => void,
): Promise<{ readonly place: string; readonly count: () => number }> {
  let count = 0
  const place = join(folder, `broken-${ends.length}.sock`)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => undefined)
      .once('data', () => {
        count++
        act(socket)
      })
  }).listen(place)
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { place, count: () => count }
}

describe('custody that does not respond', () => {
  test('error: is noticed within five seconds if its process hangs, also by a long poll', async () => {
    const hung = await startBroken(() => undefined)
    for (const method of ['email.start', 'email.device']) {
      const { result, milliseconds } = await call([hung.place], { method })
      expect(result).toEqual(unavailable)
      expect(milliseconds).toBeLessThan(6_000)
    }
  })

  test('error: is noticed at once by a waiting call if its process is killed', async () => {
    const killed = await startBroken((socket) => void setTimeout(() => socket.destroy(), 100))
    const { result, milliseconds } = await call([killed.place], { method: 'email.device' })
    expect(result).toEqual(unavailable)
    expect(milliseconds).toBeLessThan(1_000)
  })

  test('is waited for while it is alive, however long a call takes', async () => {
    const slow = await startCustody(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      return { result: 'late' }
    })
    expect((await call([slow.socket])).result).toBe('late')
    expect(warnings).toEqual([])
  })
})

describe('several custody processes', () => {
  test('replace each other, and an unreachable one is reported once', async () => {
    const alive = await startCustody()
    const client = createCustodyClient([join(folder, 'nobody.sock'), alive.socket], {
      warn: (cause) => warnings.push(cause),
    })
    for (let turn = 0; turn < 4; turn++) expect((await callBy(client)).result).toBe('answered')
    for (let turn = 0; turn < 2; turn++) expect((await callBy(client, { path: '/social' })).result).toBe('social')
    await client.assertReady(new AbortController().signal)
    expect(warnings).toEqual([expect.objectContaining({ message: expect.stringContaining('nobody.sock') })])
  })

  test('share the calls evenly', async () => {
    const both = [await startCustody(), await startCustody()]
    const client = createCustodyClient(both.map(({ socket }) => socket))
    for (let turn = 0; turn < 4; turn++) await callBy(client)
    expect(both.map(({ calls }) => calls.length)).toEqual([2, 2])
  })

  test.each([
    ['hangs', () => undefined],
    ['is killed', (socket: Socket) => void socket.destroy()],
  ])('receive a signed call again if the first one %s', async (_, act) => {
    const [broken, alive] = [await startBroken(act), await startCustody()]
    const { result, milliseconds } = await call([broken.place, alive.socket], { method: 'email.start' })
    expect([result, alive.calls.length]).toEqual(['answered', 1])
    expect(milliseconds).toBeLessThan(6_500)
  })

  test('error: do not receive an unsigned call again, as the first one may have executed it', async () => {
    const [broken, alive] = [await startBroken((socket) => void socket.destroy()), await startCustody()]
    expect((await call([broken.place, alive.socket], { path: '/social' })).result).toEqual(unavailable)
    expect([broken.count(), alive.calls.length]).toEqual([1, 0])
  })

  test('error: are reported as unavailable, rather than the repeated call as a replay', async () => {
    const broken = await startBroken((socket) => void socket.destroy())
    const alive = await startCustody(() => ({
      error: { code: 'BAD_STATEMENT', message: 'This call was already made.' },
    }))
    expect((await call([broken.place, alive.socket])).result).toEqual(unavailable)
  })

  test('error: are reported as unavailable without delay if none is reachable', async () => {
    const { result, milliseconds } = await call(['a', 'b', 'c'].map((name) => join(folder, name)))
    expect(result).toEqual(unavailable)
    expect(milliseconds).toBeLessThan(1_000)
  })
})
