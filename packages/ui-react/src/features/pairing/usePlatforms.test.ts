import { describe, expect, it } from 'vitest'
import { type PlatformsRequest, toPlatforms } from './usePlatforms.js'

const wallet = { id: 'a', name: 'Firefly' }

const phoneWallet = { ...wallet, mobile_link: 'firefly://' }

const request: PlatformsRequest = {
  wallet: phoneWallet,
  isInstalled: false,
  isPhone: false,
  links: { web: false, desktop: false },
}

describe('the ways to a wallet', () => {
  it.each<readonly [string, Partial<PlatformsRequest>, readonly string[]]>([
    ['any wallet on a desktop', { wallet: undefined }, ['qrcode']],
    ['any wallet on a phone', { wallet: undefined, isPhone: true }, ['qrcode']],
    ['an app', {}, ['qrcode']],
    ['an app on the same phone', { isPhone: true }, ['mobile', 'qrcode']],
    ['a wallet that is installed too', { isInstalled: true }, ['browser', 'qrcode']],
    ['a wallet inside its own browser', { isInstalled: true, isPhone: true }, ['browser', 'mobile', 'qrcode']],
    [
      'a wallet that is everywhere',
      { isInstalled: true, links: { web: true, desktop: true } },
      ['browser', 'qrcode', 'web', 'desktop'],
    ],
    [
      'a program of a desktop on a phone',
      { isPhone: true, links: { web: false, desktop: true } },
      ['mobile', 'qrcode'],
    ],
    [
      'a page alone',
      { wallet: { ...wallet, webapp_link: 'https://w.example' }, links: { web: true, desktop: false } },
      ['web'],
    ],
    ['an extension alone, not installed', { wallet: { ...wallet, rdns: 'example.firefly' } }, ['unsupported']],
    [
      'an extension alone, installed',
      { wallet: { ...wallet, rdns: 'example.firefly' }, isInstalled: true },
      ['browser'],
    ],
    ['a wallet of which nothing is known', { wallet }, ['qrcode']],
  ])('of %s', (_, part, expected) => {
    expect(toPlatforms({ ...request, ...part })).toEqual(expected)
  })
})
