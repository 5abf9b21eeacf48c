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

describe('toPlatforms', () => {
  it.each<readonly [string, Partial<PlatformsRequest>, readonly string[]]>([
    ['any wallet on a desktop', { wallet: undefined }, ['qrcode']],
    ['any wallet on a phone', { wallet: undefined, isPhone: true }, ['qrcode']],
    ['a mobile wallet', {}, ['qrcode']],
    ['a mobile wallet on the same phone', { isPhone: true }, ['mobile', 'qrcode']],
    ['a wallet that is installed too', { isInstalled: true }, ['browser', 'qrcode']],
    ['a wallet inside its own browser', { isInstalled: true, isPhone: true }, ['browser', 'mobile', 'qrcode']],
    [
      'a wallet on every platform',
      { isInstalled: true, links: { web: true, desktop: true } },
      ['browser', 'qrcode', 'web', 'desktop'],
    ],
    [
      'a wallet with a desktop app, on a phone',
      { isPhone: true, links: { web: false, desktop: true } },
      ['mobile', 'qrcode'],
    ],
    [
      'a web-only wallet',
      { wallet: { ...wallet, webapp_link: 'https://w.example' }, links: { web: true, desktop: false } },
      ['web'],
    ],
    ['an extension-only wallet, not installed', { wallet: { ...wallet, rdns: 'example.firefly' } }, ['unsupported']],
    [
      'an extension-only wallet, installed',
      { wallet: { ...wallet, rdns: 'example.firefly' }, isInstalled: true },
      ['browser'],
    ],
    ['a wallet without any known link', { wallet }, ['qrcode']],
  ])('lists the platforms of %s', (_, part, expected) => {
    expect(toPlatforms({ ...request, ...part })).toEqual(expected)
  })
})
