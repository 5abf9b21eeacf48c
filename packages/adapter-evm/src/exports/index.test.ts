import { expect, test } from 'vitest'
import * as main from './index.js'
import * as verify from './verify.js'
import * as wagmi from './wagmi.js'

test('exports what the README names, and nothing else', () => {
  expect(Object.keys(main)).toEqual(['evm'])
  expect(Object.keys(verify)).toEqual(['createEvmVerifier'])
  expect(Object.keys(wagmi).sort()).toEqual(['createWagmiConfig', 'wagmiEvm'])
})
