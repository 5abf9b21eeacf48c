import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type NodeReply, type NodeRequest, requestNode } from '@latchkey/core/plugin'
import { afterEach, expect, test } from 'vitest'
import { createTestClock } from './createTestClock.js'
import { createTestContext } from './createTestContext.js'

// Tests requestNode() of core against Node.js servers. It is not tested in core, which has no types of Node.js.

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A local node, and the requests it received. */
async function serve(handle: Handler): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    handle(request, response, asked.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}
const end = (response: ServerResponse, status: number, text = '', headers = {}): unknown =>
  response.writeHead(status, headers).end(text)

/** Sends a request on a clock that advances whenever something waits for it, and returns the waiting times. */
async function ask(
  request: Omit<NodeRequest, 'signal'> & { readonly signal?: AbortSignal },
): Promise<{ readonly reply: NodeReply; readonly waited: readonly number[] }> {
  const waited: number[] = []
  const { env } = createTestContext({
    env: {
      setTimeout: (run, ms) => {
        const timer = setTimeout(run, ms === 10_000 ? ms : 0)
        if (ms !== 10_000) waited.push(ms)
        return () => clearTimeout(timer)
      },
    },
  })
  const reply = await requestNode(env, { signal: new AbortController().signal, ...request })
  return { reply, waited }
}

test('returns the response of the node, even if its status is 400', async () => {
  const { url, asked } = await serve((_, response) => end(response, 400, 'bad address'))
  expect(await ask({ urls: [url] })).toEqual({
    reply: expect.objectContaining({ status: 400, text: 'bad address' }),
    waited: [],
  })
  expect(asked).toEqual(['GET /'])
})

test('sends a body by POST with its content type', async () => {
  const bodies: string[] = []
  const { url, asked } = await serve((request, response) => {
    request.on('data', (chunk) => bodies.push(`${request.headers['content-type']} ${chunk}`))
    request.on('end', () => end(response, 200))
  })
  await ask({ urls: [url], body: '{}' })
  await ask({ urls: [url], body: '00ff', contentType: 'text/plain' })
  expect(asked).toEqual(['POST /', 'POST /'])
  expect(bodies).toEqual(['application/json {}', 'text/plain 00ff'])
})

test.each([403, 408, 413, 429, 500, 502, 503, 504])(
  'retries on status %i, after 150, 300 and 600 ms',
  async (status) => {
    const { url, asked } = await serve((_, response, count) => end(response, count < 4 ? status : 200, 'ok'))
    expect(await ask({ urls: [url] })).toMatchObject({ reply: { status: 200, text: 'ok' }, waited: [150, 300, 600] })
    expect(asked).toHaveLength(4)
  },
)

test('returns the last response if all attempts fail', async () => {
  const { url, asked } = await serve((_, response) => end(response, 503, 'busy'))
  expect((await ask({ urls: [url] })).reply).toMatchObject({ status: 503, text: 'busy' })
  expect(asked).toHaveLength(4)
})

test('waits as long as the Retry-After header specifies', async () => {
  const { url } = await serve((_, response, count) =>
    end(response, count === 1 ? 429 : 200, '', { 'retry-after': '7' }),
  )
  expect((await ask({ urls: [url] })).waited).toEqual([7_000])
})

test('continues with the next node if one is unreachable', async () => {
  const { url } = await serve((_, response) => end(response, 200, 'second'))
  expect((await ask({ urls: ['http://127.0.0.1:1/', url] })).reply.text).toBe('second')
})

test('error: rejects with RPC_FAILED and the cause if no node is reachable', async () => {
  await expect(ask({ urls: ['http://127.0.0.1:1/'] })).rejects.toMatchObject({
    code: 'RPC_FAILED',
    cause: expect.any(TypeError),
  })
})

test('error: rejects with TIMED_OUT if a node never responds in four attempts of ten seconds', async () => {
  const { url, asked } = await serve(() => undefined)
  const clock = createTestClock()
  const request = requestNode(createTestContext({ env: clock }).env, {
    urls: [url],
    signal: new AbortController().signal,
  })
  const outcome = expect(request).rejects.toMatchObject({ code: 'TIMED_OUT' })
  for (const count of [1, 2, 3, 4]) {
    await expect.poll(() => asked.length).toBe(count)
    await clock.advance(10_000 + 600)
  }
  await outcome
  expect(clock.pending()).toBe(0)
})

test('rejects with the reason of its signal: before and during a request, and while waiting to retry', async () => {
  const controller = new AbortController()
  const reason = new Error('left')
  const { url, asked } = await serve(() => undefined)
  const request = ask({ urls: [url], signal: controller.signal })
  await expect.poll(() => asked.length).toBe(1)
  controller.abort(reason)
  await expect(request).rejects.toBe(reason)
  await expect(ask({ urls: [url], signal: controller.signal })).rejects.toBe(reason)
  expect(asked).toHaveLength(1)

  const busy = await serve((_, response) => end(response, 503))
  const clock = createTestClock()
  const later = new AbortController()
  const waiting = requestNode(createTestContext({ env: clock }).env, { urls: [busy.url], signal: later.signal })
  await expect.poll(() => clock.pending()).toBe(1)
  later.abort(reason)
  await expect(waiting).rejects.toBe(reason)
})

test('error: rejects a response larger than 10 MiB with RPC_FAILED', async () => {
  const { url } = await serve((_, response) => end(response, 200, 'x'.repeat(10_485_761)))
  await expect(ask({ urls: [url] })).rejects.toMatchObject({ code: 'RPC_FAILED' })
})
