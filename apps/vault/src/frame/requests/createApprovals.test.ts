import { beforeEach, expect, test, vi } from 'vitest'
import type { SimulatedEffects } from '../../protocol/simulation.js'
import { VaultError } from '../errors.js'
import type { ApprovalPrompt } from './approvalPrompt.js'
import { type Approvals, createApprovals } from './createApprovals.js'
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
