import { createTestContext } from '@latchkey/testing'
import { createSolanaWallet } from '@latchkey/testing/solana'
import { expect, test } from 'vitest'
import { createSolanaInstance } from './createSolanaInstance.js'

const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Paired', namespaces: ['solana'] } as const
const accounts = [new Uint8Array(32).fill(1)]
const { signal } = new AbortController()

test('a connector over a wallet that is not on the page is the caller’s own, and has what the wallet can do', async () => {
  const instance = createSolanaInstance(createTestContext(), false)
  const { standard } = createSolanaWallet({
    name: 'Scripted',
    accounts,
    without: ['solana:signMessage'],
    origin: 'test',
  })
  const connector = await instance.createConnector?.(meta, standard)
  expect(connector?.meta).toBe(meta)
  expect(instance.getConnectors()).toEqual([])
  expect(connector?.features['message:sign']).toBeUndefined()
  expect(connector?.features['transaction:send']).toBeTypeOf('function')
  const connected = await connector?.connect({ namespace: 'solana', silent: false, signal })
  expect(connected?.accounts).toHaveLength(1)
  expect(await connector?.getProvider({ namespace: 'solana' })).toBe(standard)
})

test('a wallet that lets go is told by the connector, to nobody once that is destroyed', async () => {
  const instance = createSolanaInstance(createTestContext(), false)
  const wallet = createSolanaWallet({ name: 'Scripted', accounts, origin: 'test' })
  const connector = await instance.createConnector?.(meta, wallet.standard)
  const heard: string[] = []
  connector?.on('disconnect', ({ namespace }) => heard.push(namespace))
  await connector?.connect({ namespace: 'solana', silent: false, signal })
  wallet.disconnectSite()
  await expect.poll(() => heard).toEqual(['solana'])
  connector?.destroy()
  expect(wallet.listenerCount).toBe(0)
})

test.each([[null], [{}], ['wallet'], [{ name: 'Other', chains: ['bitcoin:mainnet'], features: {} }]])(
  'over %j no connector is made',
  async (wallet) => {
    const instance = createSolanaInstance(createTestContext(), false)
    await expect(instance.createConnector?.(meta, wallet)).rejects.toThrow(TypeError)
  },
)
