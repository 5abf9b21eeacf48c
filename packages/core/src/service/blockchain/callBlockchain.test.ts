import { expect, test, vi } from 'vitest'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { httpTimeout } from '../http.js'
import { callBlockchain, isChainServed } from './client.js'
import { fetchGasPrice } from './swaps.js'

const { signal } = new AbortController()

const json = { headers: { 'content-type': 'application/json' } }

function setUp(answer: () => unknown = () => undefined) {
  const service = createBlockchainService(answer)
  const world = createTestModal({ services: { blockchainApi }, projectId: 'project-1', env: service.env })
  return { ...world, service, call: () => callBlockchain(world.modal, { path: '/v1/x', signal }) }
}

const gasOf = (answer: () => unknown) => fetchGasPrice(setUp(answer).modal, { caipNetworkId: 'eip155:1', signal })

test('rejects with SERVICE_NOT_CONFIGURED without a service, and no chain is served', async () => {
  const { modal } = createTestModal()
  await expect(callBlockchain(modal, { path: '/v1/x', signal })).rejects.toMatchObject({
    code: 'SERVICE_NOT_CONFIGURED',
    shortMessage: 'services.blockchainApi is not set. Set it to use this feature.',
  })
  expect(await isChainServed(modal, 'eip155:1', signal)).toBe(false)
})

test.each([
  [429, 'RATE_LIMITED'],
  [500, 'SERVER_ERROR'],
  [503, 'SERVER_ERROR'],
  [400, 'HTTP_STATUS'],
  [404, 'HTTP_STATUS'],
])('maps HTTP %i to %s', async (status, code) => {
  await expect(setUp(() => new Response('{}', { status })).call()).rejects.toMatchObject({ code })
})

test('rejects with SERVER_ERROR if the service cannot be reached', async () => {
  const failing = setUp(() => Promise.reject(new TypeError('fetch failed')))
  await expect(failing.call()).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})

test.each([
  ['HTML', '<!doctype html><title>Bad gateway</title>'],
  ['truncated JSON', '{"standard":"1","fast"'],
  ['JSON with NaN', '{"standard":NaN,"fast":"1","instant":"1"}'],
  ['an error with status 200', '{"error":{"code":"X","message":"no"}}'],
  ['empty', ''],
  ['null', 'null'],
  ['an array', '[]'],
])('rejects a response that is %s with INVALID_REPLY', async (_, text) => {
  await expect(gasOf(() => new Response(text, json))).rejects.toMatchObject({ code: 'INVALID_REPLY' })
})

test('stops reading an endless response', async () => {
  const chunk = new Uint8Array(1_048_576)
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(chunk))
  await expect(gasOf(() => new Response(new ReadableStream({ pull })))).rejects.toMatchObject({ code: 'INVALID_REPLY' })
  expect(pull.mock.calls.length).toBeLessThan(15)
})

test('ignores additional fields of a response, and names a missing one', async () => {
  const reply = { standard: '1', fast: '2', instant: '3', baseFee: { of: 'tomorrow' } }
  expect(await gasOf(() => reply)).toEqual({ standard: 1n, fast: 2n, instant: 3n })
  await expect(gasOf(() => ({ ...reply, fast: undefined }))).rejects.toMatchObject({
    code: 'INVALID_REPLY',
    details: 'The field "fast" is missing or invalid.',
  })
})

test('a call ends at its deadline, and when its caller aborts it', async () => {
  const { call, clock, modal, service } = setUp(() => new Promise(() => undefined))
  const slow = call()
  const failed = expect(slow).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await clock.advance(httpTimeout)
  await failed
  const caller = new AbortController()
  const left = callBlockchain(modal, { path: '/v1/x', signal: caller.signal })
  caller.abort(new AbortedError())
  await expect(left).rejects.toMatchObject({ code: 'ABORTED' })
  expect(service.calls.every((made) => made.signal?.aborted)).toBe(true)
})

test('fetches the supported chains once, and again only after a failure', async () => {
  let isDown = true
  const { modal, service } = setUp(() => (isDown ? new Response('', { status: 500 }) : undefined))
  await expect(isChainServed(modal, 'eip155:1', signal)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  isDown = false
  const ids = ['eip155:1', 'eip155:10'] as const
  expect(await Promise.all(ids.map((id) => isChainServed(modal, id, signal)))).toEqual([true, false])
  expect(service.calls.map(({ path }) => path)).toEqual(['/v1/supported-chains', '/v1/supported-chains'])
})
