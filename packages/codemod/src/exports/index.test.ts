import { expect, it } from 'vitest'
import * as exported from './index.js'

it('exports the public API and nothing else', () => {
  expect(Object.keys(exported).sort()).toEqual(['isKit', 'kits', 'readProject', 'transform'])
})
