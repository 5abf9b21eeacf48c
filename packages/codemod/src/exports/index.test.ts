import { expect, it } from 'vitest'
import * as exported from './index.js'

it('exports what is meant to be public, and no more', () => {
  expect(Object.keys(exported).sort()).toEqual(['isKit', 'kits', 'readProject', 'transform'])
})
