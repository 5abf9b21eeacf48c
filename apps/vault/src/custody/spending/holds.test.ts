import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, parseUnits, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const [friend, stranger] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const
const router = `0x${'ef'.repeat(20)}` as const
const assets = { 'eip155:1': { native: { decimals: 18, price: '3000' }, [usdc]: { decimals: 6, price: '1' } } }
const origins = ['https://app.example', 'https://shop.example']
const projects = parseProjects(
  JSON.stringify({
    demo: { name: 'Demo', origins, policy: { assets, holdFirstTransfer: { above: '1000', hours: 24 } } },
    young: { name: 'Young', origins, policy: { holdNewDevice: { hours: 12 } } },
  }),
)
const [hour, day] = [3_600_000, 86_400_000]
const subject = 'A transfer from your wallet is on hold'

let world: World
let count = 0
beforeAll(async () => {
  world = await startWorld({ processes: 2, projects })
})
afterAll(() => world?.stop())

type Owner = Visitor & { readonly from: string; readonly email: string }

async function open(project = 'demo', email = `holds${count++}@mail.example`): Promise<Owner> {
  const visitor = world.createVisitor({ project })
  await world.logIn(visitor, email)
  const from = (await visitor.get('user.get', {})).accounts[0]?.address ?? ''
  return { ...visitor, from, email }
}
const chain = 'eip155:1'
const gas = { gas: toHex(21_000), gasPrice: toHex(1_000_000_000), nonce: '0x0' }
type Sent = { readonly to?: string; readonly value?: string; readonly data?: Hex }
const ether = (amount: string, to: string = friend): Sent => ({ to, value: toHex(parseEther(amount)) })
const token = (functionName: 'transfer' | 'approve', amount: bigint, to: Hex = friend): Sent => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})
const prepare = (owner: Owner, sent: Sent) =>
  owner.get('request.prepare', {
    method: 'eth_sendTransaction',
    chain,
    params: [{ from: owner.from, ...gas, ...sent }],
  })
async function send(owner: Owner, sent: Sent): Promise<string> {
  const { id, digest } = await prepare(owner, sent)
  const { error } = await owner.ask('request.sign', { id, digest })
  return error?.code ?? 'sent'
}
async function later(owner: Owner, ms: number): Promise<void> {
  world.move(ms)
  await owner.get('hello', {})
}
const mailsOf = (email: string) => world.mailbox.getMails(email).filter((mail) => mail.subject === subject)
const notice = (token: string, act: boolean) =>
  post(world.custodies[1]?.address ?? '', '/notice', { token, act, ip: '192.0.2.9' })
async function linkOf(email: string): Promise<string> {
  await expect.poll(() => mailsOf(email).length).toBeGreaterThan(0)
  const link = mailsOf(email)
    .at(-1)
    ?.links.find((one) => one.includes('/notice?token='))
  return new URL(link ?? 'https://none').searchParams.get('token') ?? ''
}

describe('the first transfer above a value', () => {
  test('is held from its approval on, and can be sent when it is requested again later, as can the next ones', async () => {
    const owner = await open()
    expect(await send(owner, ether('0.3'))).toBe('sent')
    const prepared = await prepare(owner, ether('2'))
    expect(prepared.hold).toEqual({ until: expect.any(Number), reason: 'recipient' })
    // no hold has started yet: preparing alone starts none
    await later(owner, day)
    const { id, digest } = await prepare(owner, ether('2'))
    const { error } = await owner.ask('request.sign', { id, digest })
    expect(error).toMatchObject({ code: 'HELD', retryAfter: 86_400 })
    expect(error?.message).toMatch(/^This transfer is on hold until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Nothing was sent/)
    expect((await owner.ask('request.sign', { id, digest })).error?.code).toBe('NO_APPROVAL')
    await linkOf(owner.email)
    await later(owner, 23 * hour)
    expect(await send(owner, ether('2'))).toBe('HELD')
    expect(mailsOf(owner.email)).toHaveLength(1)
    await later(owner, hour)
    expect((await prepare(owner, ether('2'))).hold).toBeUndefined()
    expect(await send(owner, ether('2'))).toBe('sent')
    expect(await send(owner, ether('9'))).toBe('sent')
    // any other recipient is new
    expect(await send(owner, ether('2', stranger))).toBe('HELD')
  })

  test('error: a larger amount starts a hold of its own, and small amounts are added up', async () => {
    const owner = await open()
    expect(await send(owner, ether('0.5'))).toBe('HELD')
    await later(owner, day)
    expect(await send(owner, ether('5'))).toBe('HELD')
    for (const amount of ['0.3', '0.02']) expect(await send(owner, ether(amount, stranger))).toBe('sent')
    expect(await send(owner, ether('0.02', stranger))).toBe('HELD')
  })

  test('counts an allowance as a transfer, and a token without a price as above the value', async () => {
    const owner = await open()
    expect(await send(owner, token('approve', parseUnits('900', 6)))).toBe('sent')
    expect(await send(owner, token('approve', maxUint256, stranger))).toBe('HELD')
    const unknown = { ...token('transfer', 1n, stranger), to: `0x${'77'.repeat(20)}` }
    expect(await send(owner, unknown)).toBe('HELD')
    expect(await send(owner, token('transfer', parseUnits('900', 6), stranger))).toBe('sent')
    // item 0 of a collection; for a token, it would revoke the allowance
    const item = { ...token('approve', 0n, router), to: `0x${'77'.repeat(20)}` }
    expect(await send(owner, item)).toBe('HELD')
    expect(await send(owner, token('approve', 0n, router))).toBe('sent')
  })

  test('can be canceled from the mailbox: it is never sent, and the device that requested it is logged out', async () => {
    const owner = await open()
    expect(await send(owner, ether('2'))).toBe('HELD')
    const link = await linkOf(owner.email)
    expect(await notice(link, false)).toMatchObject({ status: 'open', kind: 'hold', browser: 'Firefox on Linux' })
    await owner.get('user.get', {})
    expect(await notice(link, true)).toMatchObject({ status: 'done', kind: 'hold' })
    expect((await owner.ask('user.get', {})).error?.code).toBe('NO_SESSION')
    await later(owner, day)
    const again = await open('demo', owner.email)
    expect(await send(again, ether('2'))).toBe('HELD')
  })

  test('is reported as already on hold, and can be canceled by the logged-in user', async () => {
    const owner = await open()
    expect(await send(owner, ether('2'))).toBe('HELD')
    expect((await prepare(owner, ether('2'))).hold).toMatchObject({ isBegun: true })
    expect(await owner.get('hold.cancel', {})).toEqual({})
    expect((await prepare(owner, ether('2'))).hold).not.toHaveProperty('isBegun')
    await later(owner, day)
    expect(await send(owner, ether('2'))).toBe('HELD')
  })

  test('error: INTERNAL for a hold that was changed in the database', async () => {
    const owner = await open()
    expect(await send(owner, ether('2'))).toBe('HELD')
    await world.database.query("UPDATE transfer_holds SET due_at = 0, state = 'passed' WHERE state = 'held'")
    const { error } = await owner.ask('request.prepare', {
      method: 'eth_sendTransaction',
      chain,
      params: [{ from: owner.from, ...gas, ...ether('2') }],
    })
    expect(error?.code).toBe('INTERNAL')
    await world.database.query('DELETE FROM transfer_holds')
    expect(await send(owner, ether('2'))).toBe('HELD')
  })

  test('is not held again if signing failed after the hold of an unnamed recipient', async () => {
    const owner = await open()
    const created: Sent = { value: toHex(parseEther('2')), data: '0x6000' }
    expect(await send(owner, created)).toBe('HELD')
    await later(owner, day)
    await world.database.query('ALTER TABLE spendings ADD CONSTRAINT unsigned CHECK (NOT is_signed) NOT VALID')
    expect(await send(owner, created)).toBe('INTERNAL')
    await world.database.query('ALTER TABLE spendings DROP CONSTRAINT unsigned')
    expect(await send(owner, created)).toBe('sent')
    // it counts once
    expect(await send(owner, created)).toBe('HELD')
  })

  test('starts one hold with one email for parallel requests in two processes', async () => {
    const owner = await open()
    const asked = [await prepare(owner, ether('2')), await prepare(owner, ether('2'))]
    const ends = await Promise.all(
      asked.map(async ({ id, digest }) => (await owner.ask('request.sign', { id, digest })).error?.code),
    )
    expect(ends).toEqual(['HELD', 'HELD'])
    await linkOf(owner.email)
    expect(mailsOf(owner.email)).toHaveLength(1)
  })
})

describe('spending the allowance of a user’s other account', () => {
  const takeFrom = async (owner: Owner, to: Hex): Promise<Sent> => {
    const { smartAccount = '' } = await owner.get('user.get', {})
    const args = [smartAccount as Hex, to, parseUnits('1001', 6)] as const
    return { to: usdc, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }) }
  }

  test('is held like any first transfer to a recipient, but the allowance between the accounts is not', async () => {
    const owner = await open()
    const { smartAccount } = await owner.get('user.get', {})
    expect(await send(owner, token('approve', maxUint256, smartAccount as Hex))).toBe('sent')
    expect(await send(owner, await takeFrom(owner, stranger))).toBe('HELD')
    expect(await send(owner, await takeFrom(owner, owner.from as Hex))).toBe('sent')
  })

  test('is held on a new device', async () => {
    const owner = await open('young')
    expect(await send(owner, await takeFrom(owner, stranger))).toBe('HELD')
  })
})

describe('a new device of a user', () => {
  test('can sign messages at once, but its transfers are held until it is old enough', async () => {
    const owner = await open('young')
    const asked = { method: 'personal_sign', params: [toHex('hello'), owner.from], chain }
    expect((await owner.get('request.prepare', asked)).hold).toBeUndefined()
    expect((await prepare(owner, ether('0.001'))).hold).toMatchObject({ reason: 'device' })
    expect(await send(owner, ether('0.001'))).toBe('HELD')
    expect(await send(owner, { to: friend, data: '0x12345678' })).toBe('HELD')
    await linkOf(owner.email)
    expect(mailsOf(owner.email)).toHaveLength(1)
    await later(owner, 12 * hour)
    expect(await send(owner, ether('0.001'))).toBe('sent')
    // a new device of a thief who has the mailbox
    const thief = await open('young', owner.email)
    expect(await send(thief, ether('0.001'))).toBe('HELD')
    expect(await send(owner, ether('0.001'))).toBe('sent')
  })
})
