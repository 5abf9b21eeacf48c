import { expect, test } from 'vitest'
import type { FrameNetwork } from '../../protocol/network.js'
import type { Session } from '../session/session.js'
import { createAccountTypes } from './accountTypes.js'
import { readCapabilities } from './capabilities.js'

const [key, smart] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const user = { email: null, accounts: [{ namespace: 'eip155', address: key }], smartAccount: smart }
const toNetwork = (id: number, more: Partial<FrameNetwork> = {}): FrameNetwork => ({
  caipNetworkId: `eip155:${id}`,
  name: 'A network',
  symbol: 'ETH',
  decimals: 18,
  ...more,
})
const networks = [
  toNetwork(1),
  toNetwork(2, { hasSmartAccounts: true }),
  toNetwork(3, { hasSmartAccounts: true, hasPaymaster: true }),
  toNetwork(4, { hasSmartAccounts: true, takesPaymaster: true }),
]

function read(...params: unknown[]): Promise<Readonly<Record<string, object>>> {
  const { signal } = new AbortController()
  const request = {
    id: '1',
    method: 'wallet_getCapabilities',
    params,
    network: toNetwork(2),
    rpcUrl: undefined,
    signal,
  }
  const session = { call: async () => user } as unknown as Session
  return readCapabilities(request, { session, networks, accounts: createAccountTypes({ callNode: async () => '0x' }) })
}

test('reports paymasterService if the network has a paymaster or accepts one of the app', async () => {
  const found = await read(smart.toUpperCase().replace('X', 'x'))
  expect(Object.keys(found)).toEqual(['0x2', '0x3', '0x4'])
  expect(Object.entries(found).filter(([, capabilities]) => 'paymasterService' in capabilities)).toEqual([
    ['0x3', expect.objectContaining({ atomic: { status: 'supported' }, paymasterService: { supported: true } })],
    ['0x4', expect.objectContaining({ atomic: { status: 'supported' }, paymasterService: { supported: true } })],
  ])
})

test('reports only the requested networks, and none for the EOA', async () => {
  expect(Object.keys(await read(smart, ['0x1', '0x4', '0x9']))).toEqual(['0x4'])
  expect(await read(key)).toEqual({})
  await expect(read(`0x${'33'.repeat(20)}`)).rejects.toMatchObject({ code: 4100 })
})
