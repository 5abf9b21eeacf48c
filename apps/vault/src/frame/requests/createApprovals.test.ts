import { beforeEach, expect, test, vi } from 'vitest'
import type { SimulatedEffects } from '../../protocol/simulation.js'
import { VaultError } from '../errors.js'
import { createAccountTypes } from '../smart/accountTypes.js'
import type { ApprovalPrompt } from './approvalPrompt.js'
import { type Approvals, createApprovals } from './createApprovals.js'
import type { CallNode } from './node.js'
import type { RequestsOptions } from './requests.js'

const effects: SimulatedEffects = { status: 'done', sends: [], receives: [], allows: [], gives: [] }

/** Milliseconds. */
let now: number
/** What the vault adds to its reply to `request.prepare`. */
let prepared: object
/** Ids of requests with the consent of their user, in the vault's own window. */
let consented: string[]
let signed: unknown[]
let needsFactor: boolean
/** Until then the vault doesn't reply to `request.sign`. */
let signing: Promise<void>

beforeEach(() => {
  now = 0
  prepared = {}
  consented = []
  signed = []
  needsFactor = false
  signing = Promise.resolve()
})

/** As the vault answers. */
async function call(method: string, params: { readonly id?: string } = {}): Promise<unknown> {
  if (method === 'request.prepare') {
    const id = `request ${now}`
    return { id, digest: 'd', expiresAt: now + 300_000, summary: { kind: 'message', warnings: [] }, ...prepared }
  }
  if (method !== 'request.sign') return {}
  const { id = '' } = params
  if ('needsConsent' in prepared && !consented.includes(id))
    throw new VaultError({ code: 'RESUMED', message: 'Approve this in the wallet’s own window.' })
  if (needsFactor) throw new VaultError({ code: 'FACTOR_NEEDED', message: 'Enter the code.', factors: ['totp'] })
  signed.push(id)
  await signing
  return { result: '0xsigned' }
}

function create(prompt: Partial<ApprovalPrompt>): Approvals {
  return createApprovals({ session: { call }, prompt, now: () => now } as unknown as RequestsOptions)
}

function ask(prompt: Partial<ApprovalPrompt>, approvals = create(prompt)): Promise<unknown> {
  const network = { caipNetworkId: 'eip155:1', name: 'One', symbol: 'ETH', decimals: 18 }
  const { signal } = new AbortController()
  return approvals.add({
    id: '1',
    method: 'personal_sign',
    params: [],
    network,
    rpcUrl: undefined,
    signal,
  })
}

test('signs what the user approved in the vault’s own window, however long the approval took', async () => {
  prepared = { needsConsent: true, simulation: effects }
  const confirm: ApprovalPrompt['confirm'] = async ({ consent }) => {
    consented.push(consent?.id ?? '')
    now += 60_000
    return true
  }
  expect(await ask({ confirm })).toBe('0xsigned')
  expect(signed).toEqual(consented)
})

test('rejects a request that expires while the user is asked for the second factor', async () => {
  prepared = { expiresAt: 50 }
  needsFactor = true
  const confirm: ApprovalPrompt['confirm'] = async () => true
  const askFactor: ApprovalPrompt['askFactor'] = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const expired = { message: 'The request expired.', code: 4001 }
  await expect(ask({ confirm, askFactor })).rejects.toMatchObject(expired)
})

test('a permission that the vault is storing can no longer be aborted', async () => {
  prepared = { summary: { kind: 'permission', terms: null, warnings: [] } }
  let finish = (): void => undefined
  signing = new Promise((resolve) => {
    finish = resolve
  })
  const prompt: Partial<ApprovalPrompt> = { confirm: async () => true }
  const approvals = create(prompt)
  const reply = ask(prompt, approvals)
  await vi.waitFor(() => expect(signed).toHaveLength(1))
  approvals.abort()
  finish()
  expect(await reply).toBe('0xsigned')
})

test('a permission can be aborted while its second factor is asked for', async () => {
  prepared = { summary: { kind: 'permission', terms: null, warnings: [] } }
  needsFactor = true
  let isAsked = false
  const askFactor: ApprovalPrompt['askFactor'] = () => {
    isAsked = true
    return new Promise(() => undefined)
  }
  const prompt: Partial<ApprovalPrompt> = { confirm: async () => true, askFactor }
  const approvals = create(prompt)
  const reply = ask(prompt, approvals)
  reply.catch(() => undefined)
  await vi.waitFor(() => expect(isAsked).toBe(true))
  approvals.abort()
  await expect(reply).rejects.toMatchObject({ message: 'Request was aborted', code: 4001 })
})

test('a dropped operation that should have deployed the account delays further requests for two minutes only', async () => {
  const replies: { readonly [method: string]: unknown } = {
    eth_getCode: '0x',
    eth_call: `0x${'0'.repeat(64)}`,
    eth_getBlockByNumber: { baseFeePerGas: '0x1' },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateUserOperationGas: { callGasLimit: '0x1', verificationGasLimit: '0x1', preVerificationGas: '0x1' },
    eth_sendUserOperation: '0xabc',
    eth_getUserOperationReceipt: null,
  }
  const callNode: CallNode = async ({ method }) => replies[method]
  const callVault = async (method: string): Promise<unknown> => {
    if (method === 'operation.draft') return { sender: `0x${'1'.repeat(40)}` }
    return method === 'request.sign' ? { result: { operation: {}, hash: '0xabc' } } : call(method)
  }
  let waited = 0
  const wait = async (ms: number): Promise<void> => {
    waited += ms
    now += ms
  }
  const approvals = createApprovals({
    session: { call: callVault },
    prompt: { confirm: async () => true },
    callNode,
    accounts: createAccountTypes({ callNode }),
    wait,
    now: () => now,
  } as unknown as RequestsOptions)
  const network = {
    caipNetworkId: 'eip155:1',
    name: 'One',
    symbol: 'ETH',
    decimals: 18,
    hasSmartAccounts: true as const,
  }
  const { signal } = new AbortController()
  const send = async (id: string): Promise<number> => {
    waited = 0
    await approvals.add({ id, method: 'wallet_sendCalls', params: [{}], network, rpcUrl: undefined, signal })
    return waited
  }
  expect(await send('1')).toBe(0)
  expect(await send('2')).toBe(60_000)
  now += 120_000
  expect(await send('3')).toBe(0)
})
