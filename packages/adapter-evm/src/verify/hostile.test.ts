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

/** Far above the time of an honest check, far below what a user tolerates. */
const timeout = 2_000
async function within<value>(run: () => Promise<value>): Promise<value> {
  const start = performance.now()
  const result = await run()
  expect(performance.now() - start).toBeLessThan(timeout)
  return result
}

const hostile = Object.keys(compileDevContracts('Hostile')).filter((name) => name !== 'YesAccount')

describe('[I20] a hostile account', () => {
  it.each(hostile)('%s: is rejected within two seconds', async (name) => {
    const address = await rig.deploy('Hostile', name)
    expect(await within(() => check({ address, signature }))).toEqual(refused)
    const wrapped = serializeErc6492Signature({ address, data: '0x', signature })
    expect(await within(() => check({ address, signature: wrapped }))).toEqual(refused)
  })
})

describe('[I20] a hostile factory', () => {
  it.each([...hostile, 'YesAccount'])('%s: makes no signature valid for an account without code', async (name) => {
    const factory = await rig.deploy('Hostile', name)
    for (const data of ['0x', '0x12345678'] as const) {
      const wrapped = serializeErc6492Signature({ address: factory, data, signature })
      expect(await within(() => check({ address: victim, signature: wrapped }))).toEqual(refused)
    }
  })

  it('validates signatures only for the accounts that it deploys', async () => {
    const factory = await rig.deploy('Hostile', 'YesFactory')
    const wrapped = serializeErc6492Signature({ address: factory, data: '0x', signature })
    const [own, next] = [1n, 2n].map((nonce) => getContractAddress({ from: factory, nonce }))
    expect(await check({ address: own ?? '', signature: wrapped })).toEqual({ isValid: true, by: 'contract' })
    expect(await check({ address: next ?? '', signature: wrapped })).toEqual(refused)
  })

  it('validates no signature for the zero address, precompiles and the address of the check', async () => {
    const yes = await rig.deploy('Hostile', 'YesAccount')
    const wrapped = serializeErc6492Signature({ address: yes, data: '0x', signature })
    // the zero address, precompiled contracts, and the address that the check itself would have
    const check0 = getContractAddress({ from: '0x0000000000000000000000000000000000000000', nonce: 0n })
    for (const address of ['0x'.padEnd(42, '0'), `0x${'01'.padStart(40, '0')}`, `0x${'04'.padStart(40, '0')}`, check0])
      for (const given of [signature, wrapped]) expect(await check({ address, signature: given })).toEqual(refused)
  })
})

describe('[I20] an invalid wrapper', () => {
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  it.each([
    ['only the magic suffix', `0x${magic}`],
    ['the magic suffix twice', `0x${magic}${magic}`],
    ['offsets out of range', `0x${word(1n)}${word(2n ** 255n)}${word(2n ** 64n)}${magic}`],
    ['offsets into the header', `0x${word(1n)}${word(0n)}${word(0n)}${magic}`],
    ['an excessive length', `0x${word(1n)}${word(96n)}${word(96n)}${word(2n ** 256n - 1n)}${magic}`],
    ['the zero address as the factory', wrap('0x0000000000000000000000000000000000000000')],
    ['the account as its own factory', wrap(victim)],
    ['a wrapper in a wrapper', wrap(victim, wrap(victim))],
  ])('%s: is rejected', async (_, given) => {
    expect(await within(() => check({ address: victim, signature: given }))).toEqual(refused)
  })
})

describe('a misbehaving node', () => {
  const address = devAccount(3).address

  it.each([
    ['drops the connection', { kind: 'cut', when: 'before' }],
    ['responds with 503', { kind: 'status', status: 503 }],
    ['responds with 401', { kind: 'status', status: 401 }],
    ['responds with HTML', { kind: 'html' }],
    ['truncates the response', { kind: 'truncated' }],
    ['does not support eth_call', { kind: 'error', error: { code: -32_601, message: 'Method not found' } }],
    ['reports that the check reverted', { kind: 'error', error: { code: 3, message: 'execution reverted' } }],
    ['reports that gas ran out', { kind: 'error', error: { code: -32_000, message: 'out of gas' } }],
  ] as const)('[I20] error: rejects without a verdict if the node %s', async (_, fault) => {
    rig.proxy.fail(fault)
    const failure = await check({ address, signature }).catch((cause: unknown) => cause)
    expect(isLatchkeyError(failure)).toBe(true)
    rig.proxy.reset()
    // once the node responds, there is a verdict
    expect(await check({ address, signature })).toEqual(refused)
  })

  it.each(['0x', '0x1', `0x${'2'.padStart(64, '0')}`, `0x${'1'.padStart(128, '0')}`, null, 1, true, [], 'yes'])(
    'error: INTERNAL_ERROR if the node returns %j',
    async (result) => {
      const { verify } = createEvmVerifier({ fetch: answering(result) })
      const claim = rig.claim({ address, signature })
      await expect(verify(claim)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    },
  )

  it('error: RPC_CHAIN_MISMATCH if the node is of another chain', async () => {
    const { verify } = createEvmVerifier()
    rig.proxy.fail({ kind: 'chainId', chainId: 5 })
    await expect(verify(rig.claim({ address, signature }))).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
  })

  it('is skipped in favor of the next node, or retried if there is no other', async () => {
    const { verify } = createEvmVerifier()
    const { network, ...claim } = rig.claim({ address, signature })
    const http = ['http://127.0.0.1:9/', rig.rpcUrl]
    expect(await verify({ ...claim, network: { ...network, rpcUrls: { default: { http } } } })).toEqual(refused)
    rig.proxy.fail({ kind: 'status', status: 503, times: 2 })
    expect(await rig.verify({ ...claim, network })).toEqual(refused)
  })

  it('is measured by a timer that does not keep the process alive', async () => {
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

  it('error: TIMED_OUT after 45 seconds, even if the node sends a longer Retry-After', async () => {
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

  it('error: RPC_URL_MISSING if no node is configured', async () => {
    const { network, ...claim } = rig.claim({ address, signature })
    const nowhere = { ...network, rpcUrls: { default: { http: [] } } }
    await expect(rig.verify({ ...claim, network: nowhere })).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
  })

  it('error: rejects when the signal of the claim or of the verifier aborts', async () => {
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

it('verifies a wrapped signature with a single eth_call', async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  await check({ address, signature: wrap(address) })
  // abandoned calls of other tests may still arrive
  const own = rig.proxy.calls.filter(({ params }) => JSON.stringify(params).includes(address.slice(2).toLowerCase()))
  expect(own.map(({ method }) => method)).toEqual(['eth_call'])
})

function wrap(factory: Hex, inner: Hex = signature): Hex {
  const data = encodeAbiParameters(parseAbiParameters('address, bytes, bytes'), [factory, '0x', inner])
  return `${data}${magic}`
}

/** A node of the right chain that returns the same result for everything else. */
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
