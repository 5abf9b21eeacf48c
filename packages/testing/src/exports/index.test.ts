import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as testing from './index.js'

const sources = new URL('..', import.meta.url).pathname

describe('@latchkey/testing', () => {
  it('exports the scripted EVM wallet and its tables', () => {
    expect(Object.keys(testing)).toEqual(
      expect.arrayContaining([
        'announceMany',
        'createEvmWallet',
        'hostileAnnouncements',
        'rejectionErrors',
        'unknownChainErrors',
      ]),
    )
  })

  it('runs in browsers: no source file imports from Node', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    const shipped = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    expect(shipped.length).toBeGreaterThan(30)
    expect(shipped.filter((file) => /from 'node:/.test(readFileSync(join(sources, file), 'utf8')))).toEqual([])
  })
})
