import { expect, test } from 'vitest'
import * as verify from './verify.js'

test('exports what the README names, and nothing else', () => {
  expect(Object.keys(verify)).toEqual(['createBitcoinVerifier'])
})
