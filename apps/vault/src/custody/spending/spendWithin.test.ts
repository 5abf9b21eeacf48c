import { parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SolanaInstruction } from '../../protocol/solanaSummary.js'
import type { Summary } from '../../protocol/summary.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import { parseSpendLimits } from './parseSpendLimits.js'
import { toSpending } from './toSpending.js'

let world: World
let visitor: Visitor
let from: string
const [hour, day] = [3_600_000, 86_400_000]
beforeAll(async () => {
  world = await startWorld({ processes: 2, spendLimits: parseSpendLimits(`{"eip155:1":"${parseEther('1')}"}`) })
  visitor = world.createVisitor()
  await world.logIn(visitor, 'spends@mail.example')
  from = (await visitor.get('user.get', {})).accounts[0]?.address ?? ''
})
afterAll(() => world?.stop())

const gas = { gas: toHex(21_000), gasPrice: toHex(1_000_000_000), nonce: '0x0' }
async function send(ether: string, chain = 'eip155:1'): Promise<string> {
  const params = [{ from, to: `0x${'ab'.repeat(20)}`, value: toHex(parseEther(ether)), ...gas }]
  const asked = await visitor.ask('request.prepare', { method: 'eth_sendTransaction', params, chain })
  if (asked.error) return `shown ${asked.error.code}`
  const { error } = await visitor.ask('request.sign', { id: asked.result.id, digest: asked.result.digest })
  return error ? `signed ${error.code}` : 'sent'
}

describe('what one user may send in a day', () => {
  test('is counted with fees, on each network by itself, and told before anything is shown', async () => {
    expect(await send('0.6')).toBe('sent')
    expect(await send('0.39')).toBe('sent')
    // the fee is what is too much
    expect(await send('0.01')).toBe('shown SPEND_LIMIT')
    expect(await send('5', 'eip155:10')).toBe('sent')
    const asked = { method: 'personal_sign', params: [toHex('free'), from], chain: 'eip155:1' }
    expect((await visitor.ask('request.prepare', asked)).error).toBeUndefined()
  })

  test('comes back a day after it was sent, and the answer says when', async () => {
    world.move(hour)
    await visitor.get('hello', {})
    const params = [{ from, to: from, value: toHex(parseEther('0.3')), ...gas }]
    const { error } = await visitor.ask('request.prepare', { method: 'eth_sendTransaction', params, chain: 'eip155:1' })
    expect(error).toMatchObject({ code: 'SPEND_LIMIT', message: expect.stringContaining('today') })
    expect(error?.retryAfter).toBeGreaterThan(22 * 3_600)
    world.move((error?.retryAfter ?? 0) * 1_000)
    await visitor.get('hello', {})
    expect(await send('0.3')).toBe('sent')
    expect(await send('2')).toBe('shown SPEND_LIMIT')
  })

  test('of many that were shown before, and are agreed to at once, only what is within it is signed', async () => {
    world.move(2 * day)
    await visitor.get('hello', {})
    const asked: { readonly id: string; readonly digest: string }[] = []
    for (let nonce = 0; nonce < 5; nonce++) {
      const params = [{ from, to: from, value: toHex(parseEther('0.4')), ...gas, nonce: toHex(nonce) }]
      asked.push(await visitor.get('request.prepare', { method: 'eth_sendTransaction', params, chain: 'eip155:1' }))
    }
    const ends = await Promise.all(
      asked.map(async ({ id, digest }) => (await visitor.ask('request.sign', { id, digest })).error?.code ?? 'sent'),
    )
    expect(ends.filter((end) => end === 'sent')).toHaveLength(2)
    expect(ends.filter((end) => end === 'SPEND_LIMIT')).toHaveLength(3)
  })

  test('error: a file that says it otherwise is refused', () => {
    for (const text of ['[]', '{"ethereum":"1"}', '{"eip155:1":1}', '{"eip155:1":"-1"}', '{"eip155:1":"1.5"}'])
      expect(() => parseSpendLimits(text)).toThrow('no spend limits')
    expect(parseSpendLimits('{"eip155:1":"1","solana:x":"2"}').get('solana:x')).toBe(2n)
  })
})

describe('what leaves an account', () => {
  const me = 'me'
  const base = { method: 'x', chain: 'solana:x' as const, account: me, warnings: [] }
  const toSolana = (instructions: readonly SolanaInstruction[], feePayer = me): Summary => ({
    ...{ ...base, kind: 'solanaTransactions', isSent: true },
    transactions: [{ version: 0, feePayer, signers: [], lifetime: '', feeLimit: '5000', instructions, lookups: [] }],
  })
  const transfer = (from: string | undefined): SolanaInstruction => ({
    ...{ type: 'transfer', to: { address: 'you' }, lamports: '7' },
    from: from === undefined ? { table: 'table', index: 0 } : { address: from },
  })

  test('on Solana is what its own accounts give and the fee; what comes from a table may be its own', () => {
    expect(toSpending(toSolana([transfer(me), transfer('other'), transfer(undefined)]))).toBe(5014n)
    expect(toSpending(toSolana([transfer(me)], 'other'))).toBe(7n)
  })

  test('of calls together is their values, and the fee where nobody else pays it', () => {
    const calls = [{ value: '3' }, { value: '4' }] as never
    const all = { ...base, kind: 'calls', calls, deploys: false, nonce: '0', gas: '0', maxFeePerGas: '0' } as const
    const summary = { ...all, chain: 'eip155:1', feeLimit: '10' } as const
    expect(toSpending({ ...summary, paymaster: null })).toBe(17n)
    expect(toSpending({ ...summary, paymaster: '0xab' })).toBe(7n)
  })
})
