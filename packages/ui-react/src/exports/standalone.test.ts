import { expect, it } from 'vitest'
import * as exported from './standalone.js'

it('exports what is meant to be public, and no more', () => {
  expect(Object.keys(exported).sort()).toEqual(['createModal', 'defineElements', 'setLocale'])
})
