import { getEarlierTransfer, retrySend, submitSend } from '@latchkey/core/internal'
import { fundAccount, type RpcFault, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createSendRig, type SendRig, until } from '../../test/createSendRig.js'

let anvil: RunningAnvil

let rig: SendRig

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})

afterEach(() => rig.stop())

afterAll(() => anvil.stop())

const sending = ['eth_sendRawTransaction']

const step = () => rig.modal.getState().send?.step

/** Sends another transaction of the account from outside the page. */
async function sendElsewhere(): Promise<void> {
  await rig.ask('anvil_impersonateAccount', rig.account)
  await rig.ask('eth_sendTransaction', { from: rig.account, to: `0x${'77'.repeat(20)}`, value: '0x1' })
}

test('[F31] finds a transaction whose response was lost after the node accepted it; a second click pays nothing', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  rig.walletProxy.fail({ kind: 'cut', when: 'after', methods: sending })
  await submitSend(rig.modal)
  rig.walletProxy.reset()
  await submitSend(rig.modal)
  expect([step(), await rig.received()]).toEqual(['done', parseEther('1')])
})

test('[F31] finds a transaction that the wallet reports as rejected with "nonce too low"', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  const { request } = rig.wallet.provider
  Object.assign(rig.wallet.provider, {
    async request(call: { readonly method: string }) {
      const reply = await request(call)
      if (call.method !== 'eth_sendTransaction') return reply
      throw Object.assign(new Error('nonce too low'), { code: -32_003 })
    },
  })
  await submitSend(rig.modal)
  expect([step(), await rig.received()]).toEqual(['done', parseEther('1')])
})

test.each(['eth_accounts', 'eth_chainId'])(
  'offers a retry at once if the wallet fails at %s, before it is asked to send',
  async (method) => {
    rig = await createSendRig({ anvil })
    await rig.fill('1')
    rig.wallet.script({ methods: { [method]: { kind: 'throw', value: { code: -32_603, message: 'Internal error' } } } })
    await submitSend(rig.modal)
    expect(step()).toBe('preview')
    rig.wallet.reset()
    await submitSend(rig.modal)
    expect([step(), await rig.received()]).toEqual(['done', parseEther('1')])
  },
)

test('offers a retry of a transaction that never reached the node only once another one has used its nonce', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  rig.walletProxy.fail({ kind: 'cut', when: 'before', times: 1, methods: sending })
  const submitted = submitSend(rig.modal)
  await until(rig.modal, ({ send }) => send?.step === 'looking')
  await submitSend(rig.modal)
  await sendElsewhere()
  rig.speed = 20
  await submitted
  expect([step(), await rig.received()]).toEqual(['void', 0n])
  await retrySend(rig.modal)
  await submitSend(rig.modal)
  expect([step(), await rig.received()]).toEqual(['done', parseEther('1')])
})

test('keeps looking while a node lags behind the transaction’s block, and then finds it', async () => {
  let head: unknown
  /** The node that names the newest block is behind the others. */
  const fetchApp: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!head) return response
    const calls = JSON.parse(String(init?.body)) as readonly { readonly id: unknown; readonly method: string }[]
    const isHead = (id: unknown) => calls.some((call) => call.id === id && call.method === 'eth_blockNumber')
    const replies = (await response.json()) as readonly { readonly id: unknown }[]
    return Response.json(replies.map((reply) => (isHead(reply.id) ? { ...reply, result: head } : reply)))
  }
  rig = await createSendRig({ anvil, fetchApp })
  await rig.fill('1')
  head = await rig.ask('eth_blockNumber')
  rig.walletProxy.fail({ kind: 'cut', when: 'after', methods: sending })
  rig.speed = 20
  const submitted = submitSend(rig.modal)
  const looks = () => rig.appProxy.calls.filter(({ method }) => method === 'eth_blockNumber').length
  // one before the wallet is asked, and those of more than ten seconds
  await vi.waitFor(() => expect(step() === 'void' || looks() > 9).toBe(true), { timeout: 5_000 })
  expect(step()).toBe('looking')
  head = undefined
  await submitted
  expect([step(), await rig.received()]).toEqual(['done', parseEther('1')])
})

test('completes a send that was given up as lost if the wallet responds late', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  rig.wallet.script({ methods: { eth_sendTransaction: [{ kind: 'hang' }] } })
  void submitSend(rig.modal)
  rig.speed = 200
  await until(rig.modal, ({ send }) => send?.step === 'looking' || send?.step === 'lost')
  // while the wallet can still sign, no other transaction makes it void
  await sendElsewhere()
  await until(rig.modal, ({ send }) => send?.step === 'lost')
  rig.speed = 10
  rig.wallet.release()
  await until(rig.modal, ({ send }) => send?.step === 'done')
  expect(await rig.received()).toBe(parseEther('1'))
})

test('keeps looking for the transaction after a reload, and holds back the next one meanwhile', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  rig.walletProxy.fail({ kind: 'cut', when: 'after', methods: sending })
  rig.appProxy.fail({ kind: 'hang', methods: ['eth_getBlockByNumber'] })
  void submitSend(rig.modal)
  await until(rig.modal, ({ send }) => send?.step === 'looking')
  expect([...rig.storage.values()].join()).not.toContain(parseEther('1').toString())
  rig.walletProxy.reset()
  await rig.reload()
  rig.appProxy.reset()
  await rig.fill('1')
  await submitSend(rig.modal)
  expect(step()).toBe('preview')
  await until(
    rig.modal,
    (state) => state.send !== undefined && getEarlierTransfer(state, state.send)?.status === 'confirmed',
  )
  expect(await rig.received()).toBe(parseEther('1'))
})

/** Each takes seconds; the long run has more of them. */
const runs = process.env['LATCHKEY_LONG'] ? 40 : 2

const faults: readonly RpcFault[] = [
  { kind: 'cut', when: 'before', times: 1 },
  { kind: 'cut', when: 'after', times: 1 },
  { kind: 'hang', times: 1 },
  { kind: 'delay', ms: 200, times: 1 },
  { kind: 'truncated', times: 1 },
  { kind: 'html', times: 1 },
  { kind: 'status', status: 503, times: 1 },
  { kind: 'error', error: { code: -32_000, message: 'already known' }, times: 1 },
]

const anyFault = fc.record({
  fault: fc.constantFrom(...faults),
  // the reads that a wallet prepares a transaction with, and the send itself
  method: fc.constantFrom('eth_sendRawTransaction', 'eth_getTransactionCount', 'eth_estimateGas'),
})

const anyRead = fc.record({
  fault: fc.constantFrom(...faults),
  method: fc.constantFrom('eth_getTransactionCount', 'eth_getBlockByNumber', 'eth_getTransactionReceipt'),
})

test('pays at most once and shows the matching outcome if responses are lost, delayed, broken or repeated', {
  timeout: runs * 60_000,
}, async () => {
  rig = await createSendRig({ anvil })
  const ofWallet = fc.array(anyFault, { maxLength: 3 })
  const ofApp = fc.array(anyRead, { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(ofWallet, ofApp, fc.boolean(), async (wallet, app, isRepeated) => {
      await rig.stop()
      rig = await createSendRig({ anvil })
      await rig.fill('1')
      rig.speed = 100
      for (const { fault, method } of wallet) rig.walletProxy.fail({ ...fault, methods: [method] })
      for (const { fault, method } of app) rig.appProxy.fail({ ...fault, methods: [method] })
      // the wallet's own library retries requests without a response
      if (isRepeated) rig.repeat = true
      // the user clicks as often as there is a button
      for (let click = 0; click < 3; click++) {
        if (step() === 'void') await retrySend(rig.modal)
        await submitSend(rig.modal)
      }
      const received = await rig.received()
      expect(received).toBeLessThanOrEqual(parseEther('1'))
      expect(['done', 'preview', 'lost', 'void', 'confirming']).toContain(step())
      if (step() === 'done') expect(received).toBe(parseEther('1'))
      if (step() === 'preview' || step() === 'void') expect(received).toBe(0n)
    }),
    { numRuns: runs, endOnFailure: true },
  )
})

test('a transaction that the user has sped up in the wallet is recognized as the same payment', async () => {
  const slow = await startAnvil({ chainId: 31_337, args: ['--no-mining'] })
  try {
    rig = await createSendRig({ anvil: slow })
    await fundAccount(slow.url, rig.account, parseEther('10'))
    await rig.fill('1')
    rig.speed = 20
    const submitted = submitSend(rig.modal)
    await until(rig.modal, ({ send }) => send?.step === 'confirming')
    const first = rig.modal.getState().send?.hash
    await rig.ask('anvil_impersonateAccount', rig.account)
    const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' }
    const again = { from: rig.account, to: rig.receiver, value: '0xde0b6b3a7640000', nonce: '0x0', gas: '0x5208' }
    // it has to be seen once, so that its nonce is known
    const countLooks = () => rig.appProxy.calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length
    await vi.waitFor(() => expect(countLooks()).toBeGreaterThan(1))
    const second = await rig.ask('eth_sendTransaction', { ...again, ...fees })
    await rig.ask('evm_mine')
    await submitted
    expect([step(), rig.modal.getState().send?.hash]).toEqual(['done', second])
    expect(second).not.toBe(first)
  } finally {
    await slow.stop()
  }
})
