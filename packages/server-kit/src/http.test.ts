import { Agent, createServer, type RequestListener, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  getClientAddress,
  getClientNetwork,
  type Listening,
  listen,
  parseJson,
  readBody,
  requestTimeouts,
  type StopOptions,
} from './http.js'

const start = (serve: RequestListener, options: StopOptions = {}): Promise<Listening> =>
  listen(createServer(serve), { port: 0, host: '127.0.0.1', ...options })

describe('a body', () => {
  const echo: RequestListener = (request, response) =>
    void readBody(request, { limit: 10 }).then((bytes) =>
      response.writeHead(bytes ? 200 : 413, { connection: 'close' }).end(bytes),
    )

  test('is read up to its limit, and rejected above it', async () => {
    const { url, stop } = await start(echo)
    const post = async (body: string): Promise<readonly [number, string]> => {
      const response = await fetch(url, { method: 'POST', body })
      return [response.status, await response.text()]
    }
    expect(await post('0123456789')).toEqual([200, '0123456789'])
    expect(await post('')).toEqual([200, ''])
    expect(await post('0123456789a')).toEqual([413, ''])
    await stop()
  })

  test('is rejected above its limit even without a Content-Length header', async () => {
    const { url, stop } = await start(echo)
    const status = await new Promise((resolve, reject) => {
      const request = sendRequest(url, { method: 'POST' }, (response) => resolve(response.resume().statusCode))
      request.on('error', reject)
      for (let part = 0; part < 4; part++) request.write('0123')
    })
    expect(status).toBe(413)
    await stop()
  })

  test('must be valid JSON in UTF-8', () => {
    expect(parseJson(Buffer.from('{"a":["ä"]}'))).toEqual({ a: ['ä'] })
    for (const bytes of [Buffer.from('{'), Buffer.from(''), Buffer.from([0x22, 0xff, 0x22])])
      expect(() => parseJson(bytes)).toThrow()
  })
})

test('getClientAddress returns the socket’s address, or the one seen by the last proxy if proxies are trusted', () => {
  const socket = { remoteAddress: '3.3.3.3' }
  const request = { headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }, socket }
  const plain = { headers: {}, socket }
  expect([
    getClientAddress(request, { trustsProxy: false }),
    getClientAddress(request, { trustsProxy: true }),
    getClientAddress(plain, { trustsProxy: true }),
  ]).toEqual(['3.3.3.3', '2.2.2.2', '3.3.3.3'])
})

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
])('getClientAddress returns %s of a proxy that adds ports as %s', (entry, address) => {
  const caller = { headers: { 'x-forwarded-for': `1.1.1.1:80, ${entry}` }, socket: {} }
  expect(getClientAddress(caller, { trustsProxy: true })).toBe(address)
})

test('getClientNetwork returns the network that rate limits count for a caller', () => {
  const caller = {
    headers: { 'x-forwarded-for': '9.9.9.9, 2001:db8:1:2:3::4' },
    socket: { remoteAddress: '::ffff:3.3.3.3' },
  }
  const options = [{ trustsProxy: false }, { trustsProxy: true }]
  expect(options.map((one) => getClientAddress(caller, one))).toEqual(['::ffff:3.3.3.3', '2001:db8:1:2:3::4'])
  expect(options.map((one) => getClientNetwork(caller, one))).toEqual(['3.3.3.3', '2001:db8:1:2::/64'])
  expect(getClientNetwork({ headers: {}, socket: {} }, { trustsProxy: true })).toBeUndefined()
})

describe('listening', () => {
  test('error: rejects if the port is taken', async () => {
    const { port, stop } = await start((_, response) => response.end())
    await expect(listen(createServer(), { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
    await stop()
  })

  test('on stop, finishes pending responses and accepts no new requests', async () => {
    let release: () => void = () => undefined
    let isAsked: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const own = await start((_, response) => {
      isAsked()
      void held.then(() => response.end('done'))
    })
    const reply = fetch(own.url)
    await asked
    const stopped = own.stop()
    await expect(fetch(own.url)).rejects.toThrow()
    release()
    expect(await (await reply).text()).toBe('done')
    await stopped
  })

  test('on stop, breaks none of 12 busy keep-alive connections', async () => {
    const serve: RequestListener = (_, response) => void setTimeout(() => response.end('done'), 15)
    const [old, next] = [await start(serve, { stopPause: 300 }), await start(serve)]
    const hosts: string[] = []
    let target = old
    let isOver = false
    const client = async (): Promise<number> => {
      let agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let isClosed = true
      let at = target
      while (!isOver) {
        // a load balancer sends new connections only to ready servers
        if (isClosed) {
          agent.destroy()
          agent = new Agent({ keepAlive: true, maxSockets: 1 })
          at = target
        }
        isClosed = await new Promise<boolean>((resolve, reject) => {
          const request = sendRequest(at.url, { agent }, (response) => {
            hosts.push(at.url)
            response.resume().on('end', () => resolve(response.headers.connection === 'close'))
          })
          request.on('error', reject).end()
        })
      }
      agent.destroy()
      return 1
    }
    const clients = Promise.allSettled(Array.from({ length: 12 }, client))
    await expect.poll(() => hosts.length).toBeGreaterThan(24)
    target = next
    await old.stop()
    const { length } = hosts
    await expect.poll(() => hosts.length).toBeGreaterThan(length + 24)
    isOver = true
    expect((await clients).filter(({ status }) => status === 'rejected')).toEqual([])
    expect(new Set(hosts.slice(length))).toEqual(new Set([next.url]))
    await next.stop()
  })

  test('on stop, immediately closes connections that never sent a request', async () => {
    const { port, stop } = await start((_, response) => response.end(), { stopTimeout: 30_000 })
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await stop()
    await closed
    expect(socket.bytesRead).toBe(0)
  })

  test('on stop, keeps listening for a pause in which responses close their connection', async () => {
    let isStopping = false
    const { url, stop } = await start((_, response) => response.end(), {
      stopPause: 200,
      onStop: () => {
        isStopping = true
      },
    })
    const stopped = stop()
    expect(isStopping).toBe(true)
    const response = await fetch(url)
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
    await stopped
    await expect(fetch(url)).rejects.toThrow()
  })

  test('closes connections after ten seconds whose headers or body arrive one byte at a time', {
    timeout: 40_000,
  }, async () => {
    const serve: RequestListener = (request, response) =>
      void readBody(request, { limit: 2_000 }).then(
        () => response.end(),
        () => response.destroy(),
      )
    const { port, stop } = await listen(createServer(requestTimeouts, serve), { port: 0, host: '127.0.0.1' })
    const measure = async (head: string): Promise<number> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined).write(head)
      const dribble = setInterval(() => socket.write('a'), 500)
      const began = performance.now()
      await new Promise((resolve) => socket.once('close', resolve).resume())
      clearInterval(dribble)
      return performance.now() - began
    }
    const heads = [
      'GET / HTTP/1.1\r\nhost: kit\r\nx-slow: ',
      'POST / HTTP/1.1\r\nhost: kit\r\ncontent-length: 1000\r\n\r\n',
    ]
    for (const took of await Promise.all(heads.map(measure))) {
      expect(took).toBeGreaterThan(9_500)
      expect(took).toBeLessThan(14_000)
    }
    await stop()
  })

  test('on stop, closes connections that are still busy after the timeout', async () => {
    let isAsked: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const { port, stop } = await start(() => isAsked(), { stopTimeout: 50 })
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: kit\r\n\r\n')
    await asked
    await Promise.all([stop(), closed])
    expect(socket.destroyed).toBe(true)
  })
})
