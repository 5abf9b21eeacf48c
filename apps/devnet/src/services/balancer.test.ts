import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { findFreePort, type Listening, listen, readBody } from '../http/server.js'
import { startBalancer } from './balancer.js'

const open: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.stop()
})

/** Echoes each request together with the name of the server. */
async function startEcho(name: string): Promise<Listening> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method, url, headers } = request
      const [host, client] = [headers.host, headers['x-forwarded-for']]
      response.writeHead(method === 'PUT' ? 409 : 200, { 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ name, method, url, host, client, body }))
    })
  })
  const listening = await listen(server, 0)
  open.push({ stop: listening.close })
  return listening
}

describe('a balancer', () => {
  it('forwards requests unchanged to each port in turn, even on one connection, and adds x-forwarded-for', async () => {
    const [one, two] = await Promise.all([startEcho('one'), startEcho('two')])
    const balancer = await startBalancer({ port: 0, ports: [one.port, two.port] })
    open.push(balancer)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const names: unknown[] = []
    for (const method of ['GET', 'POST', 'PUT', 'GET']) {
      const request = send(`${balancer.url}/v1/x?y=%20z`, { method, agent })
      request.end(method === 'GET' ? '' : 'ä'.repeat(40_000))
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      const { name, ...said } = JSON.parse(await readBody(answer)) as Record<string, unknown>
      names.push(name)
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([method === 'PUT' ? 409 : 200, ['a=1', 'b=2']])
      expect(said).toEqual({
        method,
        url: '/v1/x?y=%20z',
        client: '127.0.0.1',
        body: method === 'GET' ? '' : 'ä'.repeat(40_000),
        host: new URL(balancer.url).host,
      })
    }
    agent.destroy()
    expect([names, balancer.counts()]).toEqual([
      ['one', 'two', 'one', 'two'],
      [2, 2],
    ])
    balancer.lead([two.port])
    expect([await (await fetch(balancer.url)).json(), balancer.counts()]).toMatchObject([{ name: 'two' }, [1]])
  })

  it('error: answers 502 for an unreachable server, and rejects a port that is in use', async () => {
    const one = await startEcho('one')
    const balancer = await startBalancer({ port: 0, ports: [one.port, await findFreePort()] })
    open.push(balancer)
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn++) statuses.push((await fetch(balancer.url)).status)
    expect(statuses).toEqual([200, 502, 200])
    await expect(startBalancer({ port: balancer.port, ports: [one.port] })).rejects.toThrow(
      `Another program listens on port ${balancer.port}.`,
    )
  })
})
