import { describe, expect, it } from 'vitest'
import { findNetworkMark, networks } from './networks.js'
import { tokenMarks } from './tokenMarks.generated.js'
import { findTokenMark, nativeCurrencies, tokenContracts } from './tokens.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('the mark of a token', () => {
  it('is found by network and contract, with EVM addresses in any case', () => {
    for (const address of [usdc, usdc.toLowerCase(), `0x${usdc.slice(2).toUpperCase()}`])
      expect(findTokenMark('eip155:1', address)).toBe(tokenMarks.USDC)
    expect(findTokenMark(solana, usdcMint)).toBe(tokenMarks.USDC)
  })

  it('is that of the native currency without an address', () => {
    expect(findTokenMark('eip155:8453', undefined)).toBe(tokenMarks.ETH)
    expect(findTokenMark('eip155:137', undefined)).toBe(tokenMarks.POL)
    expect(findTokenMark(solana, undefined)).toBe(tokenMarks.SOL)
    expect(findTokenMark('bip122:000000000019d6689c085ae165831e93', undefined)).toBe(tokenMarks.BTC)
  })

  it.each([
    ['an unknown contract', 'eip155:1', '0x4331b26b27f48708c4c8D167E180A2a50b34CF3B'],
    ['the same address on another network, where anyone may deploy', 'eip155:31337', usdc],
    ['the same address on another well-known network', 'eip155:56', usdc],
    ['an address that differs in one digit', 'eip155:1', usdc.replace('B48', 'B47')],
    ['an address with extra digits', 'eip155:1', `${usdc}00`],
    ['a symbol in place of an address', 'eip155:1', 'USDC'],
    ['an empty address', 'eip155:1', ''],
    ['a mint in another case', solana, usdcMint.toLowerCase()],
    ['the native currency of an unknown network', 'eip155:31337', undefined],
    ['a property name of Object.prototype as the address', 'eip155:1', 'constructor'],
    ['a property name of Object.prototype as the network', '__proto__', 'toString'],
    ['a property name of Object.prototype without an address', 'constructor', undefined],
  ])('is not given to %s', (_, network, address) => {
    expect(findTokenMark(network, address)).toBeUndefined()
  })
})

describe('the tables', () => {
  it('list addresses in the form used for lookups', () => {
    for (const [network, contracts = {}] of Object.entries(tokenContracts))
      for (const address of Object.keys(contracts))
        expect(address).toMatch(network.startsWith('eip155:') ? /^0x[0-9a-f]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  })

  it('have a mark for every network with known tokens', async () => {
    for (const id of [...Object.keys(nativeCurrencies), ...Object.keys(tokenContracts)])
      expect(await findNetworkMark(id), id).toMatch(/^<svg /)
    expect(Object.keys(networks).filter((id) => !/^(eip155:\d+|solana:\w{32}|bip122:[0-9a-f]{32})$/.test(id))).toEqual(
      [],
    )
  })
})
