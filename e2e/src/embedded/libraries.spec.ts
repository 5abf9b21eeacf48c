import { BrowserProvider } from 'ethers'
import { createPublicClient, createWalletClient, custom, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { foundry } from 'viem/chains'
import { driveProvider } from './driveProvider.js'
import { expect, test } from './embeddedTest.js'

const permit = {
  domain: { name: 'Mail', version: '1', chainId: foundry.id },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x000000000000000000000000000000000000dEaD', contents: 'Hello' },
} as const

test.describe('an embedded wallet as the provider of unmodified libraries', () => {
  test.beforeEach(async ({ embedded }) => {
    test.slow()
    await embedded.demo.addTools()
    await embedded.goto()
    await embedded.logIn()
  })

  test('viem: reads accounts and permissions, signs, sends, deploys and calls a contract, and switches networks @embedded', async ({
    embedded,
    page,
  }) => {
    const transport = custom(driveProvider(page))
    const client = createWalletClient({ chain: foundry, transport })
    const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 100 })
    const agreed = async <result>(request: Promise<result>): Promise<result> => {
      await embedded.agree()
      return request
    }
    const { eip155 } = await embedded.readAddresses()
    const [account = '0x'] = await client.requestAddresses()
    expect(account).toBe(eip155)
    expect(await client.getChainId()).toBe(foundry.id)
    expect(await client.getPermissions()).toMatchObject([{ parentCapability: 'eth_accounts' }])

    const message = 'Example `personal_sign` message'
    const signature = await agreed(client.signMessage({ account, message }))
    expect(await verifyMessage({ address: account, message, signature })).toBe(true)
    const typed = await agreed(client.signTypedData({ account, ...permit }))
    expect(await verifyTypedData({ address: account, ...permit, signature: typed })).toBe(true)

    await embedded.fund()
    const to = '0x000000000000000000000000000000000000dEaD'
    const before = await reader.getBalance({ address: to })
    const sent = await agreed(client.sendTransaction({ account, to, value: parseEther('0.25') }))
    expect((await reader.waitForTransactionReceipt({ hash: sent })).status).toBe('success')
    expect((await reader.getBalance({ address: to })) - before).toBe(parseEther('0.25'))

    // a contract that returns 42 for any call
    const made = await agreed(
      client.deployContract({ account, abi: [], bytecode: '0x69602a60005260206000f3600052600a6016f3' }),
    )
    const { contractAddress } = await reader.waitForTransactionReceipt({ hash: made })
    const { data } = await reader.call({ to: contractAddress ?? null })
    expect(Number(data)).toBe(42)

    await client.switchChain({ id: 31_338 })
    expect(await client.getChainId()).toBe(31_338)
    await expect(client.switchChain({ id: 5 })).rejects.toMatchObject({ code: 4902 })
    await expect(embedded.demo.dialog).toBeHidden()
  })

  test('ethers: its signer signs and sends, and reports a rejection as ACTION_REJECTED @embedded', {
    tag: '@long',
  }, async ({ embedded, page }) => {
    await embedded.fund()
    const provider = new BrowserProvider(driveProvider(page) as ConstructorParameters<typeof BrowserProvider>[0])
    const signer = await provider.getSigner()
    expect(await signer.getAddress()).toBe((await embedded.readAddresses()).eip155)
    const request = signer.signTypedData({ ...permit.domain }, { Mail: [...permit.types.Mail] }, permit.message)
    await embedded.agree()
    expect(
      await verifyTypedData({
        address: (await signer.getAddress()) as `0x${string}`,
        ...permit,
        signature: (await request) as `0x${string}`,
      }),
    ).toBe(true)
    const sending = signer.sendTransaction({ to: permit.message.to, value: 1n })
    await embedded.agree()
    expect((await (await sending).wait())?.status).toBe(1)
    const refused = signer.signMessage('No')
    const outcome = expect(refused).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    // by keyboard: the browser drops clicks on a frame that has just appeared
    await embedded.reject.press('Enter')
    await outcome
    provider.destroy()
  })
})
