import { expect, test } from 'vitest'
import type { Capabilities } from '../../contracts/features.js'
import { alice } from '../../testing/accounts.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { mainnet, optimism } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { readCapabilities } from './wallet.js'

const capabilities: Capabilities = { 'eip155:1': { atomic: { status: 'ready' } } }

/** Connects a wallet with this response. */
async function setUp(answer: () => Promise<Capabilities>) {
  const asked: unknown[] = []
  const world = createTestModal()
  Object.assign(world.wallet.connector.features, {
    'capabilities:read': (request: object) => {
      asked.push(request)
      return answer()
    },
  })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return { ...world, asked }
}

test('returns the wallet’s capabilities for the requested networks', async () => {
  const { modal, asked } = await setUp(async () => capabilities)
  expect(await readCapabilities(modal, { networks: [optimism] })).toEqual({ capabilities })
  expect(asked).toEqual([{ account: alice, network: mainnet, networks: [optimism], signal: expect.any(AbortSignal) }])
})

test('[S8.37] a failed lookup returns empty capabilities and the error, and is not cached', async () => {
  let answer = (): Promise<Capabilities> => Promise.reject(Object.assign(new Error('down'), { code: -32_603 }))
  const { modal } = await setUp(() => answer())
  expect(await readCapabilities(modal)).toEqual({
    capabilities: {},
    error: expect.objectContaining({ code: 'INTERNAL_ERROR' }),
  })
  answer = async () => capabilities
  expect(await readCapabilities(modal)).toEqual({ capabilities })
})

test('[S8.37] the same if aborted, not connected, not supported by the wallet or not started', async () => {
  const never = await setUp(() => new Promise(() => undefined))
  const controller = new AbortController()
  const left = readCapabilities(never.modal, { signal: controller.signal })
  controller.abort()
  expect(await left).toMatchObject({ capabilities: {}, error: { code: 'ABORTED' } })

  const plain = createTestModal()
  expect(await readCapabilities(plain.modal)).toMatchObject({ capabilities: {}, error: { code: 'NOT_CONNECTED' } })
  await connect(plain.modal, { connectorId: 'org.example.wallet' })
  expect(await readCapabilities(plain.modal)).toMatchObject({
    capabilities: {},
    error: { code: 'FEATURE_NOT_SUPPORTED' },
  })
  const idle = createTestModal({ isStarted: false })
  expect(await readCapabilities(idle.modal)).toMatchObject({ capabilities: {}, error: { code: 'NOT_STARTED' } })
})
