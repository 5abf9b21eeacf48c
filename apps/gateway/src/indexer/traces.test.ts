import { describe, expect, test } from 'vitest'
import type { Node } from '../chains/node.js'
import type { Block } from './block.js'
import { readTraces } from './traces.js'

const [a, b, c] = ['a', 'b', 'c'].map((letter) => `0x${letter.repeat(40)}`) as [string, string, string]

const toHash = (digit: number): string => `0x${String(digit).repeat(64)}`

const transaction = (digit: number) => ({ hash: toHash(digit), from: a, to: b, value: 0n, input: '0x', nonce: 0n })

const block: Block = {
  number: 255,
  hash: toHash(9),
  parentHash: toHash(8),
  timestamp: 1,
  transactions: [transaction(1), transaction(2)],
}

const { signal } = new AbortController()

const problems: Readonly<Record<string, string>> = {
  'are of another one': 'belong to another block',
  'are not all there': 'are incomplete',
}

const inner = { type: 'CALL', from: b, to: c, value: '0x5' }

const call = (digit: number, more: object = {}): object => ({
  txHash: toHash(digit),
  result: { type: 'CALL', from: a, to: b, value: '0x0', calls: [inner] },
  ...more,
})

const step = (digit: number, traceAddress: readonly number[], more: object = {}): object => ({
  type: 'call',
  blockHash: toHash(9),
  transactionHash: toHash(digit),
  traceAddress,
  action: { callType: 'call', from: b, to: c, value: '0x5' },
  ...more,
})

const reward = { type: 'reward', blockHash: toHash(9), transactionHash: null, traceAddress: [], action: { author: a } }

async function read(method: 'trace_block' | 'debug_traceBlockByHash', reply: unknown): Promise<unknown> {
  const asked: unknown[] = []
  const node: Pick<Node, 'call'> = {
    call: async (one) => {
      asked.push(one.method, ...(one.params ?? []))
      return reply
    },
  }
  const traces = await readTraces(node, { block, method, signal })
  return [asked, traces.map((moved) => moved.map(({ value }) => value))]
}

describe('readTraces', () => {
  test('reads the internal transfers of each transaction by block hash', async () => {
    expect(await read('debug_traceBlockByHash', [call(1), call(2, { txHash: undefined })])).toEqual([
      ['debug_traceBlockByHash', toHash(9), { tracer: 'callTracer' }],
      [[5n], [5n]],
    ])
  })

  test('reads the internal transfers from the steps of each transaction, without rewards', async () => {
    expect(await read('trace_block', [step(1, []), step(2, []), step(2, [0]), reward])).toEqual([
      ['trace_block', '0xff'],
      [[], [5n]],
    ])
  })

  test.each([
    ['are of another one', 'debug_traceBlockByHash', [call(2), call(1)]],
    ['are of another one', 'debug_traceBlockByHash', [call(1)]],
    ['are not all there', 'debug_traceBlockByHash', [call(1), { txHash: toHash(2), error: 'timeout' }]],
    ['are of another one', 'trace_block', [step(1, []), step(2, [], { blockHash: toHash(7) })]],
    ['are not all there', 'trace_block', [step(1, [])]],
  ] as const)('error: rejects traces that %s, by %s', async (what, method, reply) => {
    await expect(read(method, reply)).rejects.toMatchObject({
      code: 'RPC_FAILED',
      details: `The traces of block 255 ${problems[what]}.`,
    })
  })
})
