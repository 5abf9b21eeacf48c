import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { run } from '../../../scripts/lib/run.mjs'

export type Outside = { readonly port: number; stop(): Promise<void> }

/** Results of nodes, by method. */
const results: Readonly<Record<string, unknown>> = { eth_chainId: '0x1', net_version: '1', eth_blockNumber: '0x1' }

type Call = { readonly id?: unknown; readonly method?: string }

/**
 * Stands in for every host outside the page, so that requests to them cost no latency: responds as a node with empty
 * accounts, or with an empty object. Sockets open and stay silent.
 */
export async function startOutside(): Promise<Outside> {
  const server = createServer(await createCertificate(), (request, response) => void answer(request, response))
  const sockets = new Set<Duplex>()
  server.on('upgrade', ({ headers }, socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade']
    socket.on('error', () => undefined)
    socket.write([...lines, `sec-websocket-accept: ${accept.digest('base64')}`, '', ''].join('\r\n'))
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const origin = request.headers.origin ?? '*'
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-allow-methods', '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(toAnswer(Buffer.concat(chunks).toString('utf8'))))
}

export function toAnswer(body: string): unknown {
  const call = parse(body)
  const answerCall = ({ id, method = '' }: Call): object => ({ jsonrpc: '2.0', id, result: results[method] ?? '0x0' })
  const isBatch = (value: typeof call): value is readonly Call[] => Array.isArray(value)
  if (isBatch(call)) return call.map(answerCall)
  return call?.method ? answerCall(call) : {}
}

function parse(body: string): Call | readonly Call[] | null | undefined {
  try {
    return JSON.parse(body) as Call | readonly Call[] | null
  } catch {
    return undefined
  }
}

/** A certificate that only this run's browser accepts; it ignores all errors of certificates. */
async function createCertificate(): Promise<{ readonly key: Buffer; readonly cert: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-tls-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const files = ['-keyout', key, '-out', cert]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const args = ['req', ...kind, ...files, '-subj', '/CN=bench']
    const { code, output } = await run('openssl', args, { capture: true })
    if (code !== 0) throw new Error(`openssl created no certificate:\n${output}`)
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
