import { expect, test } from './signInTest.js'

test.describe('@siwx signing in', () => {
  test('[S1.3] [S4.21] [S4.22] on EVM: one signature lasts over a reload and a network switch; another account has to sign', async ({
    signIn,
    demo,
    chains: [, two],
  }) => {
    const [first = '', second = ''] = demo.accounts
    await signIn.goto()
    await signIn.expectStranger()
    await signIn.pick()
    await expect(signIn.question).toBeVisible()
    await expect(demo.dialog).toContainText('localhost')
    expect([await signIn.prompts(), signIn.countRequests('nonce')]).toEqual([0, 0])
    await signIn.sign()
    await signIn.expectMember(first)
    await expect(signIn.content).toContainText('"by":"key"')
    await expect(demo.events).toContainText('SIWX_AUTH_SUCCESS')
    expect([await signIn.prompts(), signIn.countRequests('nonce'), signIn.countRequests('verify')]).toEqual([1, 1, 1])

    await signIn.page.reload()
    await signIn.expectMember(first)
    await signIn.page.getByRole('button', { name: `Switch to ${two.name}` }).click()
    await expect(demo.network).toHaveText(two.name)
    await signIn.expectMember(first)
    expect([await signIn.prompts(), signIn.countRequests('nonce')]).toEqual([0, 1])

    await demo.wallet.selectAccount(1)
    await expect(signIn.question).toBeVisible()
    await signIn.sign()
    await signIn.expectMember(second)
    await demo.wallet.selectAccount(0)
    await signIn.expectMember(first)
    expect([await signIn.prompts(), signIn.countRequests('nonce')]).toEqual([1, 2])

    await signIn.page.getByRole('button', { name: 'Disconnect wallet' }).click()
    await demo.expectDisconnected()
    await expect(signIn.status).toHaveText('idle')
  })

  test('on Solana and on Bitcoin: one signature each lasts over a reload', async ({ signIn, multi, demo }) => {
    const namespaces = ['solana', 'bip122'] as const
    for (const namespace of namespaces) {
      await signIn.goto('?solana=1&bitcoin=1')
      await signIn.pick('Dev wallet', namespace)
      await expect(signIn.question).toBeVisible()
      await signIn.sign()
      await signIn.expectMember(multi.addresses[namespace])
      const before = signIn.countRequests('nonce')
      await signIn.page.reload()
      await signIn.expectMember(multi.addresses[namespace])
      expect(await multi.prompts()).toBe(0)
      expect(signIn.countRequests('nonce')).toBe(before)
      await signIn.page.getByRole('button', { name: 'Disconnect wallet' }).click()
      await expect(demo.status).toHaveText('disconnected')
    }
    expect(signIn.countRequests('nonce')).toBe(namespaces.length)
  })

  test('with a smart account that is not deployed: the signature counts on its network only', async ({
    signIn,
    demo,
    chains: [one, two],
  }) => {
    await signIn.goto('?smartWallet=1')
    await signIn.pick('Smart wallet')
    await expect(signIn.question).toBeVisible()
    await signIn.sign()
    const address = (await demo.address.textContent()) ?? ''
    await signIn.expectMember(address)
    await expect(signIn.content).toContainText('"by":"contract"')
    await signIn.page.reload()
    await signIn.expectMember(address)

    await signIn.page.getByRole('button', { name: `Switch to ${two.name}` }).click()
    await expect(signIn.question).toBeVisible()
    await demo.button('Cancel').click()
    await expect(demo.network).toHaveText(one.name)
    await signIn.expectMember(address)
    await expect(demo.events).toContainText('CLICK_CANCEL_SIWX')
  })
})
