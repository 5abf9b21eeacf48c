import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningBitcoin, startBitcoin } from '../bitcoin/bitcoin.js'
import { type RpcProxy, startRpcProxy } from './proxy.js'

describe.runIf(process.env['BITCOIND_PATH'])('startRpcProxy in front of an Esplora server', () => {
  let bitcoin: RunningBitcoin
  let proxy: RpcProxy
  let address: string
  beforeAll(async () => {
    bitcoin = await startBitcoin()
    proxy = await startRpcProxy({ rpcUrl: bitcoin.esploraUrl })
    address = bitcoin.accounts[0]?.payment ?? ''
  })
  afterEach(() => proxy.reset())
  afterAll(async () => {
    await proxy.stop()
    await bitcoin.stop()
  })
  const get = (path: string): Promise<Response> => fetch(`${proxy.url}${path}`)
  const read = async (path: string): Promise<string> => (await get(path)).text()

  it('forwards paths, bodies, statuses and content types, and allows requests from any origin', async () => {
    const direct = await fetch(`${bitcoin.esploraUrl}/address/${address}/utxo`)
    const through = await get(`/address/${address}/utxo`)
    expect(await through.text()).toBe(await direct.text())
    expect([through.headers.get('content-type'), through.headers.get('access-control-allow-origin')]).toEqual([
      'application/json',
      '*',
    ])
    const refused = await fetch(`${proxy.url}/tx`, { method: 'POST', body: '00' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('TX decode failed')])
    expect((await get(`/tx/${'0'.repeat(64)}`)).status).toBe(404)
  })

  it('records requests by path pattern, with IDs and the body as parameters', async () => {
    await get(`/address/${address}/utxo?after=1`)
    await get('/block-height/0')
    await get('/fee-estimates')
    await fetch(`${proxy.url}/tx`, { method: 'POST', body: '00' })
    expect(proxy.calls.map(({ method, params }) => [method, params])).toEqual([
      ['GET /address/:id/utxo', [address]],
      ['GET /block-height/:id', ['0']],
      ['GET /fee-estimates', []],
      ['POST /tx', ['00']],
    ])
  })

  it('fails only the scripted path', async () => {
    proxy.fail({ kind: 'status', status: 503, methods: ['GET /address/:id/utxo'], times: 1 })
    expect((await get('/blocks/tip/height')).status).toBe(200)
    expect((await get(`/address/${address}/utxo`)).status).toBe(503)
    expect((await get(`/address/${address}/utxo`)).status).toBe(200)
  })

  it('fakes another genesis hash, a stale height, a plain-text error and a truncated response', async () => {
    const mainnet = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
    proxy.fail({ kind: 'chainId', chainId: mainnet, times: 2 })
    expect(await read('/block-height/0')).toBe(mainnet)
    expect(await read('/block-height/1')).not.toBe(mainnet)
    const height = Number(await read('/blocks/tip/height'))
    proxy.fail({ kind: 'staleBlock', behind: 6, times: 1 })
    expect(Number(await read('/blocks/tip/height'))).toBe(height - 6)
    proxy.fail({ kind: 'error', error: { code: -26, message: 'min relay fee not met' }, times: 1 })
    const refused = await fetch(`${proxy.url}/tx`, { method: 'POST', body: '00' })
    expect([refused.status, await refused.text()]).toEqual([400, 'min relay fee not met'])
    proxy.fail({ kind: 'truncated', times: 1 })
    await expect(get(`/address/${address}`).then((response) => response.json())).rejects.toThrow(SyntaxError)
  })

  it('drops the response to a transaction that the node received, and leaves a request hanging', async () => {
    proxy.fail({ kind: 'cut', when: 'after', times: 1 })
    bitcoin.forgetRequests()
    await expect(fetch(`${proxy.url}/tx`, { method: 'POST', body: '00' })).rejects.toThrow('fetch failed')
    expect(bitcoin.requests).toEqual([{ method: 'POST', path: '/tx' }])
    proxy.fail({ kind: 'hang', times: 1 })
    const hanging = fetch(`${proxy.url}/fee-estimates`, { signal: AbortSignal.timeout(100) })
    await expect(hanging).rejects.toThrow(/abort|timeout/i)
  })
})
