import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet } from '../evmWallet.js'

const key = generatePrivateKey()
const address = privateKeyToAddress(key)
const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
const wanted = {
  chainId: '0x1',
  from: address,
  to: address,
  permission: { type: 'native-token-allowance', data: { allowanceAmount: '0xa' }, isAdjustmentAllowed: false },
  rules: [{ type: 'expiry', data: { timestamp: inAnHour } }],
}

async function create(): Promise<{
  wallet: EvmWallet
  request: (method: string, ...params: unknown[]) => Promise<unknown>
}> {
  const chains = [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }]
  const wallet = createEvmWallet({
    name: 'W',
    rdns: 'example.w',
    accounts: [key],
    chains,
    origin: 'https://site.example',
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return { wallet, request: (method, ...params) => wallet.provider.request({ method, params }) }
}

describe('execution permissions (ERC-7715)', () => {
  it('are granted after a prompt, listed, and removed once revoked', async () => {
    const { wallet, request } = await create()
    const before = wallet.prompts
    const granted = await request('wallet_requestExecutionPermissions', wanted)
    const response = { ...wanted, context: expect.stringMatching(/^0x[\da-f]{32}$/), dependencies: [] }
    expect([granted, wallet.prompts - before]).toEqual([[response], 1])
    expect(await request('wallet_getGrantedExecutionPermissions')).toEqual(granted)
    const [{ context }] = granted as [{ context: string }]
    expect(await request('wallet_revokeExecutionPermission', { permissionContext: context })).toEqual({})
    expect(await request('wallet_getGrantedExecutionPermissions')).toEqual([])
    expect(await request('wallet_getSupportedExecutionPermissions')).toEqual({
      'native-token-allowance': { chainIds: ['0x1'], ruleTypes: ['expiry'] },
    })
  })

  it('cover transfers up to the amount, on their chain, and nothing else', async () => {
    const { request } = await create()
    const [{ context }] = (await request('wallet_requestExecutionPermissions', wanted)) as [{ context: string }]
    const send = (calls: readonly object[], own = context, chainId = '0x1') =>
      request('wallet_sendCalls', {
        version: '2.0.0',
        chainId,
        atomicRequired: false,
        calls,
        capabilities: { permissions: { context: own } },
      })
    const refused = { code: 4_200 }
    await expect(send([{ to: address, value: '0xb' }])).rejects.toMatchObject(refused)
    await expect(send([{ to: address, data: '0x01' }])).rejects.toMatchObject(refused)
    await expect(send([{ to: address, value: '0x1' }], '0x00')).rejects.toMatchObject(refused)
    // covered: it fails only because this chain has no node
    await expect(send([{ to: address, value: '0xa' }])).rejects.not.toMatchObject(refused)
    // the amount is spent
    await expect(send([{ to: address, value: '0x1' }])).rejects.toMatchObject(refused)
  })

  it.each([
    ['another type', { permission: { type: 'erc20-token-allowance', data: { allowanceAmount: '0x1' } } }],
    ['no amount', { permission: { type: 'native-token-allowance', data: {} } }],
    ['no expiry', { rules: undefined }],
    ['an unknown chain', { chainId: '0x2' }],
  ])('error: -32602 for a request with %s', async (_, change) => {
    const { request } = await create()
    await expect(request('wallet_requestExecutionPermissions', { ...wanted, ...change })).rejects.toMatchObject({
      code: -32_602,
    })
  })
})
