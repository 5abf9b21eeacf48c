import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { safeMethods } from '@latchkey/embedded-wallet/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../startSite.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'
import { bundlerMethods, evmMethods } from './nodeMethods.js'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

let site: RunningSite
let frameFolder: string
const servers: Server[] = []
/** Must never get a request: stands for anything that only this machine can reach. */
let inside: string
let insideHits = 0
let firstUrl: string
let secondUrl: string
let asked: { method: string; params: unknown }[] = []

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) => handler(request, response, body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const node: Handler = (_, response, body) => {
  const { method, params } = JSON.parse(body) as { method: string; params: unknown }
  asked.push({ method, params })
  if (method === 'eth_call') response.end('{"error":{"code":3,"message":"execution reverted","data":"0x08"}}')
  else response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { method, node: 'first' } }))
}

beforeAll(async () => {
  inside = await serve((_, response) => {
    insideHits += 1
    response.end('{"result":"secret"}')
  })
  const urls = {
    first: await serve(node),
    second: await serve((_, response) => response.end('{"result":"second"}')),
    redirecting: await serve((_, response) => response.writeHead(307, { location: `${inside}/latest` }).end()),
    large: await serve((_, response) => response.end(`{"result":"${'x'.repeat(3_000_000)}"}`)),
    wrong: await serve((_, response) => response.end('<html>')),
    gone: 'http://127.0.0.1:1',
  }
  firstUrl = urls.first
  secondUrl = urls.second
  const project = { name: 'An app', origins: ['https://app.example'] }
  const network = { name: 'A network', symbol: 'ETH', decimals: 18 }
  frameFolder = await writeFrameFolder()
  site = await startSite({
    projects: new Map([
      ['shop', { ...project, paymasters: [{ url: `${urls.first}/shop`, chains: ['eip155:4337', 'eip155:1'] }] }],
      ['other', { ...project, paymasters: [{ url: `${urls.first}/other`, chains: ['eip155:1'] }] }],
    ]),
    networks: [
      { ...network, caipNetworkId: 'eip155:1', rpcUrls: [urls.first, urls.second] },
      { ...network, caipNetworkId: 'eip155:2', rpcUrls: [urls.redirecting] },
      {
        ...network,
        caipNetworkId: 'eip155:4337',
        rpcUrls: [urls.gone],
        bundlers: [urls.gone, urls.first],
        paymaster: urls.second,
      },
      { ...network, caipNetworkId: 'eip155:3', rpcUrls: [urls.large] },
      { ...network, caipNetworkId: 'eip155:4', rpcUrls: [urls.gone, urls.wrong, urls.second] },
      { ...network, caipNetworkId: 'eip155:5', rpcUrls: [urls.gone] },
      { ...network, caipNetworkId: 'solana:local', rpcUrls: [urls.first] },
    ],
    custody: '/nowhere',
    port: 0,
    frameFolder,
  })
})
afterAll(async () => {
  await site.stop()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(frameFolder, { recursive: true })
})

const callCustody = async (body: object, headers = {}): Promise<readonly [number, unknown]> => {
  const response = await fetch(`${site.url}/v1/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.publicUrl, ...headers },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}
const read = { chain: 'eip155:1', method: 'eth_blockNumber', params: [] }

describe('a node', () => {
  test('is called by the site, which passes its response to the page', async () => {
    asked = []
    expect(await callCustody({ ...read, params: ['0x1'] })).toEqual([
      200,
      { result: { method: 'eth_blockNumber', node: 'first' } },
    ])
    expect(asked).toEqual([{ method: 'eth_blockNumber', params: ['0x1'] }])
    expect((await callCustody({ ...read, chain: 'solana:local', method: 'getLatestBlockhash' }))[0]).toBe(200)
  })

  test('has its errors passed to the page', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08' }
    expect(await callCustody({ ...read, method: 'eth_call' })).toEqual([200, { error }])
  })

  test('that fails is replaced by the next one', async () => {
    expect(await callCustody({ ...read, chain: 'eip155:4' })).toEqual([200, { result: 'second' }])
  })

  test('that the app names is called first if the site is configured with it', async () => {
    const [, { result }] = (await callCustody(read)) as [number, { result: { node: string } }]
    expect(result.node).toBe('first')
    expect(await callCustody({ ...read, rpcUrl: secondUrl })).toEqual([200, { result: 'second' }])
  })

  test.each([
    ['eip155:2', 'redirects'],
    ['eip155:3', 'responds with 3 MB'],
    ['eip155:5', 'is unreachable'],
  ])('error: of %s causes NODE_FAILED if it %s', async (chain) => {
    const [status, body] = await callCustody({ ...read, chain })
    expect([status, body]).toEqual([
      502,
      { error: { code: 'NODE_FAILED', message: 'The network isn’t responding. Try again in a moment.' } },
    ])
    expect(insideHits).toBe(0)
  })
})

describe('restrictions of requests', () => {
  test.each([
    [{ ...read, chain: 'eip155:999' }, 'UNKNOWN_NETWORK'],
    [{ ...read, chain: '__proto__' }, 'UNKNOWN_NETWORK'],
    [{ ...read, method: 'eth_sign' }, 'NOT_ALLOWED'],
    [{ ...read, method: 'personal_sign' }, 'NOT_ALLOWED'],
    [{ ...read, method: 'anvil_setBalance' }, 'NOT_ALLOWED'],
    [{ ...read, method: 'admin_nodeInfo' }, 'NOT_ALLOWED'],
    [{ ...read, method: 'getLatestBlockhash' }, 'NOT_ALLOWED'],
    [{ ...read, chain: 'solana:local' }, 'NOT_ALLOWED'],
    [{ ...read, chain: 'solana:local', method: 'requestAirdrop' }, 'NOT_ALLOWED'],
    [{ ...read, params: 7 }, 'BAD_REQUEST'],
    [{ ...read, url: 'http://127.0.0.1' }, 'BAD_REQUEST'],
    [[read], 'BAD_REQUEST'],
  ])('error: rejects %j with %s', async (body, code) => {
    asked = []
    expect(await callCustody(body)).toEqual([400, { error: { code, message: expect.any(String) } }])
    expect(asked).toEqual([])
  })

  test('[S7.28] operations go to the bundler and the paymaster of the network, and to no other address', async () => {
    const operation = { chain: 'eip155:4337', params: [] }
    for (const method of ['eth_sendUserOperation', 'eth_getUserOperationReceipt'])
      expect((await callCustody({ ...operation, method }))[1]).toMatchObject({ result: { method, node: 'first' } })
    for (const rpcUrl of [undefined, secondUrl])
      expect(
        (await callCustody({ ...operation, method: 'pm_getPaymasterData', ...(rpcUrl && { rpcUrl }) }))[1],
      ).toEqual({
        result: 'second',
      })
    const before = insideHits
    for (const refused of [
      { ...operation, method: 'pm_sponsorUserOperation' },
      { ...operation, chain: 'eip155:1', method: 'eth_sendUserOperation' },
      { ...operation, chain: 'solana:local', method: 'pm_getPaymasterData' },
    ])
      expect(await callCustody(refused)).toMatchObject([400, { error: { code: 'NOT_ALLOWED' } }])
    for (const refused of [
      { ...operation, rpcUrl: inside },
      { ...operation, chain: 'eip155:1' },
    ])
      expect(await callCustody({ ...refused, method: 'pm_getPaymasterData' })).toMatchObject([
        400,
        { error: { code: 'UNKNOWN_PAYMASTER' } },
      ])
    expect(insideHits).toBe(before)
  })

  test('a paymaster of an app is called only for that app, on its networks, at its exact URL', async () => {
    const rpcUrl = `${firstUrl}/shop`
    const question = { chain: 'eip155:4337', method: 'pm_getPaymasterStubData', params: [], rpcUrl, project: 'shop' }
    const paid = [200, { result: { method: 'pm_getPaymasterStubData', node: 'first' } }]
    expect(await callCustody(question)).toEqual(paid)
    expect(await callCustody({ ...question, chain: 'eip155:1' })).toEqual(paid)
    asked = []
    const unknown = { chain: 'eip155:4337', project: 'other', rpcUrl: `${firstUrl}/other` }
    for (const other of [
      { project: 'other' },
      { project: 'constructor' },
      { project: undefined },
      unknown,
      { chain: 'eip155:2' },
      { rpcUrl: `${rpcUrl}/` },
      { rpcUrl: `${rpcUrl}?` },
      { rpcUrl: firstUrl },
      { rpcUrl: '' },
    ])
      expect(await callCustody({ ...question, ...other })).toMatchObject([
        400,
        { error: { code: 'UNKNOWN_PAYMASTER' } },
      ])
    // it is not a node, and gets only requests of paymasters
    expect(await callCustody({ ...question, method: 'eth_chainId' })).not.toMatchObject([
      200,
      { result: { node: 'first' } },
    ])
    expect(asked).toEqual([])
    expect((await callCustody({ ...question, rpcUrl: 'https://pay.example/key' }))[1]).toEqual({
      error: {
        code: 'UNKNOWN_PAYMASTER',
        message: 'This wallet does not ask the paymaster pay.example for this app.',
      },
    })
  })

  test('error: pages of other sites cannot call a node', async () => {
    expect((await callCustody(read, { origin: 'https://evil.example' }))[0]).toBe(403)
  })

  test('allows every read method of apps on nodes, except those that the wallet answers itself', () => {
    const asked = [...evmMethods, ...bundlerMethods]
    const own = safeMethods.filter((method) => !asked.includes(method))
    expect(own).toEqual([
      'eth_accounts',
      'wallet_getCapabilities',
      'wallet_getCallsStatus',
      'wallet_getAssets',
      'wallet_getSupportedExecutionPermissions',
      'wallet_getGrantedExecutionPermissions',
    ])
    expect(asked.filter((method) => !safeMethods.includes(method))).toEqual(['eth_sendUserOperation'])
  })

  /** URLs that try to reach internal addresses, some with the port of the internal server. */
  const toCorpus = (port: number): readonly string[] => [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://017700000001:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://rebind.localhost:${port}/`,
    `http://user:password@127.0.0.1:${port}/`,
    `http://127.0.0.1:1@127.0.0.1:${port}/`,
    `http://127.0.0.1:1#@127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}`,
    `//127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'unix:/var/run/docker.sock',
    'data:application/json,{"result":1}',
    'javascript:alert(1)',
    '',
    ' ',
    'null',
  ]

  test('never requests a URL that a page names, unless the site is configured with it [T11] [I25]', async () => {
    const port = Number(new URL(inside).port)
    for (const rpcUrl of toCorpus(port)) {
      const [status, body] = await callCustody({ ...read, rpcUrl })
      expect([status, body]).toEqual([200, { result: { method: 'eth_blockNumber', node: 'first' } }])
    }
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ withFragments: true, withQueryParameters: true }), async (url) => {
        const rpcUrl = `${inside}/?${url}`
        expect(await callCustody({ ...read, rpcUrl })).toEqual([
          200,
          { result: { method: 'eth_blockNumber', node: 'first' } },
        ])
      }),
      { numRuns: 50 },
    )
    expect(insideHits).toBe(0)
  })
})
