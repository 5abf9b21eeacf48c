import { expect, test } from 'vitest'
import { findEvmMarkers, findForeignMarkers } from './chainMarkers.mjs'

test.each([
  ["import('@solana/web3.js')", ['@solana/']],
  ['a.features["solana:signTransaction"]', ['solana:signTransaction']],
  ['new Error("too few Lamports")', ['lamports']],
  ['Psbt.fromBase64(a)', ['psbt']],
  ['const a="123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"', ['123456789ABCDEFGHJKLMNPQRSTUVWXYZ']],
])('%s', (text, found) => {
  expect(findForeignMarkers(text)).toEqual(found)
})

test('the names of the chain families are not their code', () => {
  expect(
    findForeignMarkers('const namespaces=["eip155","solana","bip122"];"Connect a Solana or Bitcoin wallet"'),
  ).toEqual([])
})

test('code for EVM is known by what it asks wallets and nodes', () => {
  expect(findEvmMarkers('dispatchEvent(new Event("eip6963:requestProvider"))')).toEqual(['eip6963:'])
  expect(findEvmMarkers('namespace:"eip155"')).toEqual([])
})
