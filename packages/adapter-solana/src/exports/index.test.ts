import { expect, test } from 'vitest'
import * as main from './index.js'
import * as verify from './verify.js'

test('exports what the README names, and nothing else', () => {
  expect(Object.keys(main).toSorted()).toEqual(['solana', 'solanaDevnet', 'solanaMainnet', 'solanaTestnet'])
  expect(Object.keys(verify)).toEqual(['createSolanaVerifier'])
})
