import { defaultFeatures, type Features, type ViewName } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { defineView, type LoadedView } from '../defineView.js'
import { createViewLoader } from './createViewLoader.js'

const loaded: LoadedView<'Account'> = { View: () => null, styles: '.x{}' }

// only the flags that a test turns off matter
const features = { email: false } as Features

const create = (load: () => Promise<LoadedView<'Account'>>) => {
  const adopted: string[] = []
  return {
    adopted,
    loader: createViewLoader({
      own: [defineView({ name: 'Account', title: 'accountTitle', load })],
      adoptStyles: (css) => adopted.push(css),
      getFeatures: () => features,
    }),
  }
}

describe('createViewLoader', () => {
  it('loads a view once and adopts its styles once', async () => {
    let loads = 0
    const { adopted, loader } = create(async () => {
      loads++
      return loaded
    })
    expect(loader.get('Account')).toBeUndefined()
    await Promise.all([loader.load('Account'), loader.load('Account')])
    await loader.load('Account')
    expect(loader.get('Account')).toMatchObject(loaded)
    expect([loads, adopted]).toEqual([1, ['.x{}']])
  })

  it('tries again after a failure', async () => {
    let isOnline = false
    const { loader } = create(async () => {
      if (!isOnline) throw new Error('offline')
      return loaded
    })
    await expect(loader.load('Account')).rejects.toThrow('offline')
    isOnline = true
    await expect(loader.load('Account')).resolves.toMatchObject(loaded)
  })

  it('rejects an unknown view', async () => {
    const { loader } = create(async () => loaded)
    await expect(loader.load('NoView' as ViewName)).rejects.toThrow('NoView')
  })

  it('loads a view that is not part of the shell, and keeps views that the app has replaced', async () => {
    const { loader } = create(async () => loaded)
    expect(loader.describe('AccountSettings').title).toBe('settingsTitle')
    expect(loader.get('AccountSettings')).toBeUndefined()
    expect((await loader.load('AccountSettings')).View).toBeTypeOf('function')
    await loader.load('ProfileWallets')
    expect(loader.describe('AccountSettings').title).toBe('settingsTitle')
    expect((await loader.load('Account')).View).toBe(loaded.View)
  })

  it.each<[keyof Features, ViewName]>([
    ['email', 'EmailLogin'],
    ['passkey', 'ConnectingPasskey'],
    ['socials', 'ConnectingSocial'],
    ['swaps', 'Swap'],
    ['send', 'WalletSend'],
    ['receive', 'WalletReceive'],
    ['onramp', 'OnRampProviders'],
    ['activity', 'Transactions'],
    ['pay', 'Pay'],
  ])('[S2.5] never loads a view whose feature is off: %s', async (feature, name) => {
    let isOn = false
    const loader = createViewLoader({
      adoptStyles: () => {},
      getFeatures: () => Object.assign({} as Features, { [feature]: isOn }),
    })
    await expect(loader.load(name)).rejects.toThrow(name)
    expect(loader.get(name)).toBeUndefined()
    isOn = true
    expect((await loader.load(name)).View).toBeTypeOf('function')
  })

  it.each<ViewName>([
    'Connect',
    'Account',
    'AllWallets',
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
    'ConnectingFarcaster',
    'EmailLogin',
    'UpdateEmailWallet',
    'ProfileWallets',
    'SIWXSignMessage',
    'ApproveTransaction',
    'SwitchNetwork',
    'SwitchActiveChain',
    'UnsupportedChain',
    'Swap',
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
  ])('[S2.2] has the view %s', async (name) => {
    const loader = createViewLoader({ adoptStyles: () => {}, getFeatures: () => defaultFeatures })
    expect(await loader.load(name)).toMatchObject({ name, View: expect.any(Function) })
  })
})
