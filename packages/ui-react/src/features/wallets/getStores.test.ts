import { describe, expect, it } from 'vitest'
import { getStores } from './DownloadsView.js'

const wallet = {
  id: 'a',
  name: 'Firefly',
  homepage: 'https://firefly.example',
  chrome_store: 'https://chrome.example/firefly',
  app_store: 'https://apps.example/firefly',
  play_store: 'https://play.example/firefly',
}

describe('getStores', () => {
  it('orders the stores by device, the most likely one first', () => {
    const names = (system: 'ios' | 'android' | 'other') => getStores(wallet, system).map(({ name }) => name)
    expect(names('other')).toEqual(['chrome_store', 'app_store', 'play_store', 'homepage'])
    expect(names('ios')).toEqual(['app_store', 'play_store', 'homepage'])
    expect(names('android')).toEqual(['play_store', 'app_store', 'homepage'])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'http://firefly.example',
    '//firefly.example',
    '/firefly',
    'firefly://install',
    'https:firefly.example',
    'https://user:secret@firefly.example',
    ' https://firefly.example',
    'https://firefly.example\u200b',
    'market://details?id=firefly',
    '',
  ])('omits the unsafe or invalid link %j', (link) => {
    expect(getStores({ ...wallet, homepage: link, app_store: link }, 'other').map(({ name }) => name)).toEqual([
      'chrome_store',
      'play_store',
    ])
  })
})
