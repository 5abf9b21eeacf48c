import { describe, expect, it } from 'vitest'
import { createSigners, createWalletKeys } from '../signers.js'
import { parseStoredKeys } from './keys.js'

describe('parseStoredKeys', () => {
  it('restores created keys, which derive the same addresses', () => {
    const keys = createWalletKeys()
    const stored = parseStoredKeys(JSON.stringify(keys))
    expect(stored).toEqual(keys)
    const networks = {
      evm: [],
      solana: { caipNetworkId: 's', rpcUrl: '' },
      bitcoin: { caipNetworkId: 'b', esploraUrl: '' },
    }
    const toAddresses = (given = keys): unknown =>
      createSigners({ keys: given, networks, getRpcUrl: () => undefined }).map(({ addresses }) => addresses)
    expect(toAddresses(stored ?? undefined)).toEqual(toAddresses())
  })

  it('gets different keys from createWalletKeys each time', () => {
    expect(createWalletKeys()).not.toEqual(createWalletKeys())
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '{"eip155":[],"solana":[],"bip122":[]}',
    `{"eip155":["${'0'.repeat(63)}"],"solana":["${'0'.repeat(64)}"],"bip122":["${'0'.repeat(64)}"]}`,
    `{"eip155":["0x${'a'.repeat(64)}"],"solana":"x","bip122":null}`,
  ])('returns null for %s', (text) => {
    expect(parseStoredKeys(text)).toBe(null)
  })
})
