import { isLatchkeyError } from '@latchkey/core'
import { rankDefaults } from '@latchkey/core/plugin'
import { compileDevContracts, devAccount } from '@latchkey/devnet'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { encodeAbiParameters, getContractAddress, type Hex, parseAbiParameters, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setUpVerifier, type TestVerifier } from '../../test/setUpVerifier.js'
import { createEvmVerifier } from '../exports/verify.js'
import { createRpc } from '../rpc/rpc.js'
import { verifySignature } from './verifySignature.js'

const victim = privateKeyToAccount(generatePrivateKey()).address
const signature: Hex = `0x${'12'.repeat(65)}`
const magic = '6492'.repeat(16)
const refused = { isValid: false }

let rig: TestVerifier
beforeAll(async () => {
  rig = await setUpVerifier()
})
afterEach(() => rig.proxy.reset())
afterAll(() => rig.stop())

const check = (parts: Parameters<TestVerifier['claim']>[0]): ReturnType<TestVerifier['verify']> =>
  rig.verify(rig.claim(parts))

/** Far above what an honest check takes, far below what a visitor waits. */
const timeout = 2_000
async function within<value>(run: () => Promise<value>): Promise<value> {
  const start = performance.now()
  const result = await run()
  expect(performance.now() - start).toBeLessThan(timeout)
  return result
}

const hostile = Object.keys(compileDevContracts('Hostile')).filter((name) => name !== 'YesAccount')

describe('[I20] a hostile account', () => {
  it.each(hostile)('%s: is refused, soon', async (name) => {
    const address = await rig.deploy('Hostile', name)
    expect(await within(() => check({ address, signature }))).toEqual(refused)
    const wrapped = serializeErc6492Signature({ address, data: '0x', signature })
    expect(await within(() => check({ address, signature: wrapped }))).toEqual(refused)
  })
})

describe('[I20] a hostile factory', () => {
  it.each([...hostile, 'YesAccount'])('%s: makes nobody of anybody', async (name) => {
    const factory = await rig.deploy('Hostile', name)
    for (const data of ['0x', '0x12345678'] as const) {
      const wrapped = serializeErc6492Signature({ address: factory, data, signature })
      expect(await within(() => check({ address: victim, signature: wrapped }))).toEqual(refused)
    }
  })

  it('speaks for the accounts that it makes, and for no other', async () => {
    const factory = await rig.deploy('Hostile', 'YesFactory')
    const wrapped = serializeErc6492Signature({ address: factory, data: '0x', signature })
    const [own, next] = [1n, 2n].map((nonce) => getContractAddress({ from: factory, nonce }))
    expect(await check({ address: own ?? '', signature: wrapped })).toEqual({ isValid: true, by: 'contract' })
    expect(await check({ address: next ?? '', signature: wrapped })).toEqual(refused)
  })

  it('the accounts that everybody knows are nobody', async () => {
    const yes = await rig.deploy('Hostile', 'YesAccount')
    const wrapped = serializeErc6492Signature({ address: yes, data: '0x', signature })
    // the zero address, precompiled contracts, and where the check itself would stand
    const check0 = getContractAddress({ from: '0x0000000000000000000000000000000000000000', nonce: 0n })
    for (const address of ['0x'.padEnd(42, '0'), `0x${'01'.padStart(40, '0')}`, `0x${'04'.padStart(40, '0')}`, check0])
      for (const given of [signature, wrapped]) expect(await check({ address, signature: given })).toEqual(refused)
  })
})

describe('[I20] a wrapper that makes no sense', () => {
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  it.each([
    ['nothing but the mark', `0x${magic}`],
    ['the mark twice', `0x${magic}${magic}`],
    ['offsets that lead out', `0x${word(1n)}${word(2n ** 255n)}${word(2n ** 64n)}${magic}`],
    ['offsets that lead back', `0x${word(1n)}${word(0n)}${word(0n)}${magic}`],
    ['a length without end', `0x${word(1n)}${word(96n)}${word(96n)}${word(2n ** 256n - 1n)}${magic}`],
    ['no factory', wrap('0x0000000000000000000000000000000000000000')],
    ['the account as its own factory', wrap(victim)],
    ['a wrapper in a wrapper', wrap(victim, wrap(victim))],
  ])('%s: is refused', async (_, given) => {
    expect(await within(() => check({ address: victim, signature: given }))).toEqual(refused)
  })
})

describe('a node that does not answer as it should', () => {
  const address = devAccount(3).address

  it.each([
    ['is gone', { kind: 'cut', when: 'before' }],
    ['is down', { kind: 'status', status: 503 }],
    ['refuses', { kind: 'status', status: 401 }],
    ['shows a page', { kind: 'html' }],
    ['breaks off', { kind: 'truncated' }],
    ['has no eth_call', { kind: 'error', error: { code: -32_601, message: 'Method not found' } }],
    ['says that the check reverted', { kind: 'error', error: { code: 3, message: 'execution reverted' } }],
    ['says that gas ran out', { kind: 'error', error: { code: -32_000, message: 'out of gas' } }],
  ] as const)('[I20] neither yes nor no where the node %s: it rejects', async (_, fault) => {
    rig.proxy.fail(fault)
    const failure = await check({ address, signature }).catch((cause: unknown) => cause)
    expect(isLatchkeyError(failure)).toBe(true)
    rig.proxy.reset()
    // once it answers, it is known
    expect(await check({ address, signature })).toEqual(refused)
  })

  it.each(['0x', '0x1', `0x${'2'.padStart(64, '0')}`, `0x${'1'.padStart(128, '0')}`, null, 1, true, [], 'yes'])(
    'nor where it answers with %j',
    async (result) => {
      const { verify } = createEvmVerifier({ fetch: answering(result) })
      const claim = rig.claim({ address, signature })
      await expect(verify(claim)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    },
  )

  it('is not asked where it is on another chain', async () => {
    const { verify } = createEvmVerifier()
    rig.proxy.fail({ kind: 'chainId', chainId: 5 })
    await expect(verify(rig.claim({ address, signature }))).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
  })

  it('asks the next node, and the same again', async () => {
    const { verify } = createEvmVerifier()
    const { network, ...claim } = rig.claim({ address, signature })
    const http = ['http://127.0.0.1:9/', rig.rpcUrl]
    expect(await verify({ ...claim, network: { ...network, rpcUrls: { default: { http } } } })).toEqual(refused)
    rig.proxy.fail({ kind: 'status', status: 503, times: 2 })
    expect(await rig.verify({ ...claim, network })).toEqual(refused)
  })

  it('keeps no process alive to measure nodes', async () => {
    const { network, ...claim } = rig.claim({ address, signature })
    const http = [rig.rpcUrl, rig.proxy.url]
    const spy = vi.spyOn(globalThis, 'setTimeout')
    const ended = new AbortController()
    const { verify } = createEvmVerifier({ signal: ended.signal })
    await verify({ ...claim, network: { ...network, rpcUrls: { default: { http } } } })
    const measuring = spy.mock.results.filter((_, index) => spy.mock.calls[index]?.[1] === rankDefaults.interval)
    expect(measuring.length).toBeGreaterThan(0)
    expect(measuring.some(({ value }) => value.hasRef())).toBe(false)
    ended.abort()
  })

  it('error: TIMED_OUT after 45 seconds, however long the node wants to be left alone', async () => {
    const clock = createTestClock()
    const context = createTestContext({ env: clock })
    const rpc = createRpc(context)
    rig.proxy.fail({ kind: 'status', status: 503, headers: { 'retry-after': '60' } })
    const asked = rig.proxy.calls.length
    const verdict = verifySignature(rpc, context.env, rig.claim({ address, signature })).catch(
      (cause: unknown) => cause,
    )
    await expect.poll(() => rig.proxy.calls.length).toBeGreaterThan(asked)
    await clock.advance(44_999)
    expect(await Promise.race([verdict, Promise.resolve('waiting')])).toBe('waiting')
    await clock.advance(1)
    expect(await verdict).toMatchObject({ code: 'TIMED_OUT' })
    rpc.destroy()
  })

  it('error: RPC_URL_MISSING where there is nobody to ask', async () => {
    const { network, ...claim } = rig.claim({ address, signature })
    const nowhere = { ...network, rpcUrls: { default: { http: [] } } }
    await expect(rig.verify({ ...claim, network: nowhere })).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
  })

  it('ends with its signal, and with that of the verifier', async () => {
    rig.proxy.fail({ kind: 'hang' })
    const ended = new AbortController()
    const asking = rig.verify(rig.claim({ address, signature, signal: ended.signal }))
    ended.abort(new Error('left'))
    await expect(asking).rejects.toThrow('left')
    await expect(rig.verify(rig.claim({ address, signature, signal: ended.signal }))).rejects.toThrow('left')

    const server = new AbortController()
    const { verify } = createEvmVerifier({ signal: server.signal })
    const waiting = verify(rig.claim({ address, signature }))
    server.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

it('looks for no answer in more than one call', async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  await check({ address, signature: wrap(address) })
  // calls that other tests gave up may still come in
  const own = rig.proxy.calls.filter(({ params }) => JSON.stringify(params).includes(address.slice(2).toLowerCase()))
  expect(own.map(({ method }) => method)).toEqual(['eth_call'])
})

function wrap(factory: Hex, inner: Hex = signature): Hex {
  const data = encodeAbiParameters(parseAbiParameters('address, bytes, bytes'), [factory, '0x', inner])
  return `${data}${magic}`
}

/** A node that is on the right chain and has one answer to all else. */
function answering(result: unknown): typeof fetch {
  return async (_, init) => {
    const calls = [JSON.parse(String(init?.body))].flat() as { id: number; method: string }[]
    const replies = calls.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? '0x7a69' : result,
    }))
    return Response.json(replies)
  }
}
