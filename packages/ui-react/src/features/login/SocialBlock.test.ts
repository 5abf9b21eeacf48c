import { describe, expect, it } from 'vitest'
import { toSocialLayout } from './SocialBlock.js'

const all = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

describe('toSocialLayout', () => {
  it.each([
    [0, [], [], false],
    [1, ['google'], [], false],
    [2, ['google', 'x'], [], false],
    [3, ['google'], ['x', 'farcaster'], false],
    [6, ['google'], ['x', 'farcaster', 'discord', 'apple', 'github'], false],
    [7, ['google'], ['x', 'farcaster', 'discord', 'apple'], true],
  ] as const)('lays out %i providers: wide %o, icons %o, more %o', (count, wide, icons, hasMore) => {
    expect(toSocialLayout(all.slice(0, count))).toEqual({ wide, icons, hasMore })
  })

  it('keeps the order of the app', () => {
    expect(toSocialLayout([...all].reverse())).toEqual({
      wide: ['facebook'],
      icons: ['github', 'apple', 'discord', 'farcaster'],
      hasMore: true,
    })
  })
})
