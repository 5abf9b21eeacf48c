import { expect, test } from 'vitest'
import type { ConnectorMeta } from '../../contracts/connector.js'
import { getInstalled } from './connectors.js'

const meta = (id: string, more: Partial<ConnectorMeta> = {}): ConnectorMeta => ({
  id,
  type: 'ANNOUNCED',
  name: id,
  namespaces: ['eip155'],
  ...more,
})

const connectors = [
  meta('named', { name: 'One' }),
  meta('org.example.one', { name: 'Renamed', rdns: 'org.example.one' }),
  meta('evm', { name: 'Both' }),
  meta('sol', { name: 'Both', namespaces: ['solana'] }),
  meta('walletConnect', { name: 'Pairing', type: 'WALLET_CONNECT' }),
  meta('app', { name: 'An app', type: 'EXTERNAL' }),
]

test('matches by rdns before the name', () => {
  expect(getInstalled({ connectors }, { name: 'One', rdns: 'org.example.one' })?.id).toBe('org.example.one')
  expect(getInstalled({ connectors }, { name: 'one wallet', rdns: 'org.example.other' })?.id).toBe('named')
})

test('returns the merged connector of a wallet, or its connector for the given namespace', () => {
  expect(getInstalled({ connectors }, { name: 'Both' })).toMatchObject({ type: 'MULTI_CHAIN' })
  expect(getInstalled({ connectors }, { name: 'Both' }, 'solana')?.id).toBe('sol')
  expect(getInstalled({ connectors }, { name: 'One' }, 'solana')).toBeUndefined()
})

test('returns undefined for pairing connectors, external apps and unknown names', () => {
  for (const name of ['Pairing', 'An app', 'Unknown']) expect(getInstalled({ connectors }, { name })).toBeUndefined()
})
