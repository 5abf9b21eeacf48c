import { expect, test } from 'vitest'
import * as main from './index.js'

test('exports what the README names, and nothing else', () => {
  expect(Object.keys(main)).toEqual(['embeddedWallet'])
})
