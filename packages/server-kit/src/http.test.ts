import { createServer, type RequestListener, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { getClientAddress, type Listening, listen, parseJson, readBody } from './http.js'

const start = (serve: RequestListener, options: { readonly stopTimeout?: number } = {}): Promise<Listening> =>
  listen(createServer(serve), { port: 0, host: '127.0.0.1', ...options })

describe('a body', () => {
  const echo: RequestListener = (request, response) =>
    void readBody(request, { limit: 10 }).then((bytes) =>
      response.writeHead(bytes ? 200 : 413, { connection: 'close' }).end(bytes),
    )

  test('is read up to its limit', async () => {
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

  test('is refused above its limit even if no header says its length', async () => {
    const { url, stop } = await start(echo)
    const status = await new Promise((resolve, reject) => {
      const request = sendRequest(url, { method: 'POST' }, (response) => resolve(response.resume().statusCode))
      request.on('error', reject)
      for (let part = 0; part < 4; part++) request.write('0123')
    })
    expect(status).toBe(413)
    await stop()
  })

  test('is JSON in UTF-8', () => {
    expect(parseJson(Buffer.from('{"a":["ä"]}'))).toEqual({ a: ['ä'] })
    for (const bytes of [Buffer.from('{'), Buffer.from(''), Buffer.from([0x22, 0xff, 0x22])])
      expect(() => parseJson(bytes)).toThrow()
  })
})

test('callers are told apart by their address, or by what the last proxy saw', () => {
  const socket = { remoteAddress: '3.3.3.3' }
  const request = { headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }, socket }
  const plain = { headers: {}, socket }
  expect([
    getClientAddress(request, { trustsProxy: false }),
    getClientAddress(request, { trustsProxy: true }),
    getClientAddress(plain, { trustsProxy: true }),
  ]).toEqual(['3.3.3.3', '2.2.2.2', '3.3.3.3'])
})

describe('listening', () => {
  test('error: a port that is taken rejects', async () => {
    const { port, stop } = await start((_, response) => response.end())
    await expect(listen(createServer(), { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
    await stop()
  })

  test('ending, it gives the answers that are under way, and takes no more', async () => {
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

  test('ending, it closes connections that are still busy after the timeout', async () => {
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
