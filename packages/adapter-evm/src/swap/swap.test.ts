import type { SwapTrade } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { array, assert, bigInt, constantFrom, property, string, uniqueArray } from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { createChainFeatures } from '../features/chainFeatures.js'
import { readRouterCall } from './readRouterCall.js'

// Executed swaps and attacks on them are tested in apps/gateway/src/swaps/hostileSwap.test.ts, with a real market.

const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const word = bigInt({ min: 0n, max: 2n ** 256n - 1n })
const address = bigInt({ min: 0n, max: 2n ** 160n - 1n }).map((n): Address => `0x${n.toString(16).padStart(40, '0')}`)
const path = array(address, { minLength: 2, maxLength: 8 })

describe('readRouterCall', () => {
  test('decodes calls of all router functions with an exact input', () => {
    assert(
      property(
        constantFrom(...abi),
        word,
        word,
        path,
        address,
        word,
        ({ name, inputs }, amountIn, minimum, route, to, deadline) => {
          const paysNative = inputs.length === 4
          const rest = [minimum, route, to, deadline]
          const args = (paysNative ? rest : [amountIn, ...rest]) as never
          const data = encodeFunctionData({ abi, functionName: name, args })
          expect(readRouterCall(data)).toEqual({
            paysNative,
            givesNative: name.startsWith('swapExactTokensForETH'),
            amountIn: paysNative ? undefined : amountIn,
            minimum,
            path: route,
            recipient: to,
            deadline,
          })
        },
      ),
    )
  })

  test('returns null for arbitrary bytes, or the same values as viem', () => {
    const selectors = abi.map((item) => toFunctionSelector(item))
    const junk = uniqueArray(string({ unit: constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }), {
      maxLength: 9,
    })
    const zeros = array(
      constantFrom('0'.repeat(64), '80'.padStart(64, '0'), 'a0'.padStart(64, '0'), '2'.padStart(64, '0')),
      { maxLength: 12 },
    )
    assert(
      property(constantFrom(...selectors), junk, zeros, (selector, words, more) => {
        const data = `${selector}${[...more, ...words].join('')}` as const
        const call = readRouterCall(data)
        if (!call) {
          expect(call).toBeNull()
          return
        }
        const { args } = decodeFunctionData({ abi, data })
        expect(args.slice(-4)).toMatchObject([
          call.minimum,
          { length: call.path.length },
          expect.anything(),
          call.deadline,
        ])
      }),
    )
  })

  test('returns undefined for other functions', () => {
    for (const data of ['0x', '0xa9059cbb', '0x38ed17', 'constructor'] as const)
      expect(readRouterCall(data)).toBeUndefined()
  })
})

test('watchedEvents has the topics of the standard token events', async () => {
  const names = [
    'Transfer(address,address,uint256)',
    'Approval(address,address,uint256)',
    'ApprovalForAll(address,address,bool)',
    'TransferSingle(address,address,address,uint256,uint256)',
    'TransferBatch(address,address,address,uint256[],uint256[])',
    'AuthorizedOperator(address,address)',
  ] as const
  const { watchedEvents } = await import('./simulateSwap.js')
  expect(Object.entries(watchedEvents).map(([topic, { name }]) => [topic, name])).toEqual(
    names.map((name) => [toEventSelector(name), name.split('(')[0]]),
  )
})

const chain = createChainFeatures(createTestContext())
afterAll(() => chain.destroy())
const { signal } = new AbortController()
const own = '0x2222222222222222222222222222222222222222'

describe('swap:router', () => {
  const find = (id: number, more: { readonly routers?: readonly string[]; readonly named?: string } = {}) =>
    chain.findRouter({ network: createNetwork(id, 'http://localhost:1'), signal, ...more })
  const canonical = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

  test.each([1, 10, 56, 137, 8453, 42161, 43114, 11155111])('chain %i has a pinned router by default', async (id) => {
    const { address: found, isPinned } = await find(id)
    expect([isPinned, found]).toEqual([true, expect.stringMatching(/^0x[\da-fA-F]{40}$/)])
    if (id === 1) expect(found).toBe(canonical)
  })

  test('looks up the router that the service names among the pinned ones, in any case', async () => {
    expect(await find(1, { named: canonical.toLowerCase() })).toEqual({ address: canonical, isPinned: true })
    expect(await find(1, { named: own })).toEqual({ address: own, isPinned: false })
    expect(await find(324, { named: canonical })).toEqual({ address: canonical, isPinned: false })
  })

  test("the app's list replaces the default, even if it is empty", async () => {
    expect(await find(1, { routers: [own], named: canonical })).toEqual({ address: canonical, isPinned: false })
    expect(await find(1, { routers: [own] })).toEqual({ address: own, isPinned: true })
    expect(await find(1, { routers: [], named: canonical })).toEqual({ address: canonical, isPinned: false })
  })

  test.each([
    ['names no router and none is pinned', {}],
    ['names an invalid address', { named: 'uniswap.eth' }],
  ])('error: SWAP_UNSAFE if the service %s', async (_, more) => {
    await expect(find(324, more)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  })
})

test('error: SWAP_NOT_CHECKED if no node responds', async () => {
  const trade: SwapTrade = {
    from: { decimals: 18 },
    to: { address: own, decimals: 6 },
    amount: 1n,
    minimum: 1n,
    router: own,
  }
  const account = { namespace: 'eip155', address: '0x1111111111111111111111111111111111111111', type: 'eoa' } as const
  const transaction = { to: own, value: 1n, data: '0x' }
  const network = createNetwork(1, 'http://127.0.0.1:1')
  const checking = chain.checkSwap({ account, network, trade, transaction, now: 0, signal })
  await expect(checking).rejects.toMatchObject({ code: 'SWAP_NOT_CHECKED' })
})
