import { expect, test } from 'vitest'
import { findEvmMarkers, findForeignMarkers } from './chainMarkers.mjs'

test.each([
  ["import('@solana/web3.js')", ['@solana/']],
  ['a.features["solana:signTransaction"]', ['solana:signTransaction']],
  ['new Error("too few Lamports")', ['lamports']],
  ['Psbt.fromBase64(a)', ['psbt']],
  ['const a="123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"', ['123456789ABCDEFGHJKLMNPQRSTUVWXYZ']],
])('finds the markers of other chains in %s', (text, found) => {
  expect(findForeignMarkers(text)).toEqual(found)
})

test('does not take the names of namespaces for chain-specific code', () => {
  expect(
    findForeignMarkers('const namespaces=["eip155","solana","bip122"];"Connect a Solana or Bitcoin wallet"'),
  ).toEqual([])
})

test('recognizes EVM code by its wallet events, not by the name of the namespace', () => {
  expect(findEvmMarkers('dispatchEvent(new Event("eip6963:requestProvider"))')).toEqual(['eip6963:'])
  expect(findEvmMarkers('namespace:"eip155"')).toEqual([])
})
