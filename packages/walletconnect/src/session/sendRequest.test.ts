import { expect, test } from 'vitest'
import { createMemoryStorage } from '../testing/createMemoryStorage.js'
import { createRig } from '../testing/createRig.js'

test('T14: a link to a wallet that stands in storage is neither followed nor read, whoever put it there', async () => {
  const storage = createMemoryStorage()
  const read: string[] = []
  const rig = await createRig({
    storage: {
      ...storage,
      getItem: (key) => {
        read.push(key)
        return storage.getItem(key)
      },
    },
  })
  await storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', { name: 'x', href: 'javascript:alert(1)//' })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = await rig.connector.getProvider({ namespace: 'eip155' })
  const { request } = provider as {
    request(call: { readonly method: string; readonly params: unknown }): Promise<unknown>
  }
  const address = wallet.getState().addresses.eip155
  expect(await request({ method: 'personal_sign', params: ['0x68', address] })).toMatch(/^0x[\da-f]{130}$/)
  expect(read.filter((key) => key.includes('DEEPLINK'))).toEqual([])
})
