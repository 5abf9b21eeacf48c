import { expect, test } from 'vitest'
import { findMarkers } from './findMarkers.js'

test.each([
  ["import('@solana/web3.js')", ['@solana/']],
  ['a.features["solana:signTransaction"]', ['solana:signTransaction']],
  ['new Error("too few Lamports")', ['lamports']],
  ['Psbt.fromBase64(a)', ['psbt']],
  ['const a="123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"', ['123456789ABCDEFGHJKLMNPQRSTUVWXYZ']],
])('%s', (text, found) => {
  expect(findMarkers(text)).toEqual(found)
})

test('the names of the chain families are not their code', () => {
  expect(findMarkers('const namespaces=["eip155","solana","bip122"];"Connect a Solana or Bitcoin wallet"')).toEqual([])
})
