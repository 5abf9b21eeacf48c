import { type AbiParameter, encodeFunctionData, type Hex, maxUint256, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall, findCallWarnings } from './decodeCall.js'
import { knownFunctions } from './knownFunctions.js'
import { nameCall } from './nameCall.js'

const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const encode = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([signature]), args } as never)

const leaf = (name: string, type: string, value: string) => ({ name, type, value })

const listUnnamed = (inputs: readonly AbiParameter[]): readonly AbiParameter[] =>
  inputs.flatMap((input) => [
    ...(input.name ? [] : [input]),
    ...('components' in input ? listUnnamed(input.components) : []),
  ])

describe('the known functions', () => {
  it('are more than 250, with unique selectors and named parameters', () => {
    expect(knownFunctions.length).toBeGreaterThan(250)
    const selectors = knownFunctions.map((signature) => toFunctionSelector(signature))
    expect(selectors.filter((selector, index) => selectors.indexOf(selector) !== index)).toEqual([])
    for (const item of parseAbi(knownFunctions))
      if (item.type === 'function') expect(listUnnamed(item.inputs)).toEqual([])
  })
})

describe('a call to an unknown contract', () => {
  it('is named by its selector, with its values and a warning', () => {
    const swap = 'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)'
    const data = encode(swap, [5n, [to, to], to, 1_800_000_000n])
    const call = decodeCall(to, data)
    expect(call).toEqual({
      type: 'unknown',
      selector: '0x7ff36ab5',
      named: {
        name: 'swapExactETHForTokens',
        args: [
          leaf('amountOutMin', 'uint256', '5'),
          { name: 'path', type: 'address[]', children: [leaf('1.', 'address', to), leaf('2.', 'address', to)] },
          leaf('to', 'address', to),
          leaf('deadline', 'uint256', '1800000000'),
        ],
      },
    })
    expect(findCallWarnings(call, { to, value: 1n })).toEqual(['namedCall'])
    expect(nameCall(encode('function deposit()', []))).toEqual({ name: 'deposit', args: [] })
  })

  it('inside another call is named too, up to a limited depth', () => {
    const ownership = encode('function transferOwnership(address newOwner)', [to])
    const wrap = (data: Hex): Hex => encode('function multicall(bytes[] data)', [[data]])
    expect(nameCall(wrap(ownership))?.args).toEqual([
      {
        name: 'data',
        type: 'bytes[]',
        children: [
          {
            name: '1.',
            type: 'bytes',
            children: [{ name: 'transferOwnership', type: 'function', children: [leaf('newOwner', 'address', to)] }],
          },
        ],
      },
    ])
    expect(JSON.stringify(nameCall(wrap(wrap(wrap(wrap(ownership))))))).not.toContain('transferOwnership')
  })

  it('is not named if its selector is unknown or its encoding is not canonical', () => {
    const data = encode('function transferOwnership(address newOwner)', [to])
    const list = encode('function multicall(bytes[] data)', [['0x01']])
    for (const odd of [
      `${data}00`,
      data.slice(0, -2),
      data.slice(0, 10),
      `${data.slice(0, 10)}ff${data.slice(12)}`,
      // a length of 2^256 - 1, and an offset beyond the end
      list.replace(`${'0'.repeat(63)}1`, 'f'.repeat(64)),
      `${list.slice(0, 10)}${'f'.repeat(64)}${list.slice(74)}`,
      '0x12345678',
      '0x12',
    ])
      expect(decodeCall(to, odd as Hex)).toEqual({ type: 'unknown', selector: odd.slice(0, 10) })
  })

  it('with too many or too long values is shortened, and says how much is left out', () => {
    const calls = Array.from({ length: 20 }, () =>
      encode('function disperseEther(address[] recipients, uint256[] values)', [
        Array.from({ length: 100 }, () => to),
        Array.from({ length: 100 }, () => maxUint256),
      ]),
    )
    const text = JSON.stringify(nameCall(encode('function multicall(bytes[] data)', [calls])))
    expect(text).toContain('80 more')
    expect(text.length).toBeLessThan(40_000)
    const args = [[to], ['x'.repeat(5_000)], [`0x${'ab'.repeat(5_000)}`]] as const
    const mint = nameCall(encode('function safeMint(address to, string uri)', [to, args[1][0]]))
    expect(mint?.args[1]).toEqual(leaf('uri', 'string', `${'x'.repeat(300)}…`))
    const sync = nameCall(encode('function setURI(string uri)', ['\u202eevil\0']))
    // the screen shows such characters as code points
    expect(sync?.args).toEqual([leaf('uri', 'string', '\u202eevil\0')])
    const bytes = nameCall(
      encode('function transferAndCall(address to, uint256 value, bytes data)', [to, 1n, args[2][0]]),
    )
    expect(bytes?.args[2]).toEqual(leaf('data', 'bytes', `0x${'ab'.repeat(64)}… (5000 bytes)`))
  })
})
