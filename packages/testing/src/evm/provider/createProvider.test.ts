import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import type { MethodBehaviour } from '../../scripted/walletScript.js'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'
import { rejectionErrors, unknownChainErrors } from '../walletErrors.js'

const key = generatePrivateKey()
const address = privateKeyToAddress(key)
const chains = [
  { id: 1, rpcUrl: 'http://127.0.0.1:1' },
  { id: 2, rpcUrl: 'http://127.0.0.1:1' },
]
const create = (options: Partial<EvmWalletOptions> = {}): EvmWallet =>
  createEvmWallet({ name: 'W', rdns: 'example.w', accounts: [key], chains, ...options })
const connect = ({ provider }: EvmWallet): Promise<unknown> => provider.request({ method: 'eth_requestAccounts' })
const sign = ({ provider }: EvmWallet): Promise<unknown> =>
  provider.request({ method: 'personal_sign', params: ['0x00', address] })
const switchTo = ({ provider }: EvmWallet, chainId: string): Promise<unknown> =>
  provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([promise.then(Boolean, Boolean), new Promise((resolve) => setTimeout(resolve, 30))])) !==
  undefined
const script = (method: string, behaviour: MethodBehaviour): EvmWallet =>
  create({ script: { methods: { [method]: behaviour } } })

describe('createProvider with a script', () => {
  it('rejects as the user would, with 4001 or 5000', async () => {
    const wallet = script('eth_requestAccounts', { kind: 'reject' })
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4_001, message: 'User rejected the request.' })
    wallet.script({ methods: { eth_requestAccounts: { kind: 'reject', code: 5_000 } } })
    await expect(connect(wallet)).rejects.toMatchObject({ code: 5_000, message: 'User rejected.' })
    expect(wallet.prompts).toBe(2)
    wallet.reset()
    expect(await connect(wallet)).toEqual([address])
  })

  it('approves without asking the user', async () => {
    const ask = vi.fn(() => false)
    const wallet = create({ ask, script: { methods: { eth_requestAccounts: { kind: 'approve' } } } })
    expect(await connect(wallet)).toEqual([address])
    expect(ask).not.toHaveBeenCalled()
    expect(wallet.prompts).toBe(1)
  })

  it('[F35] hangs until it is released, and then continues', async () => {
    const wallet = script('eth_requestAccounts', { kind: 'hang' })
    const connecting = connect(wallet)
    expect(await isSettled(connecting)).toBe(false)
    expect([wallet.prompts, wallet.isConnected]).toEqual([1, false])
    wallet.release()
    expect(await connecting).toEqual([address])
    expect(wallet.prompts).toBe(1)
    const hangsAgain = connect(wallet)
    expect(await isSettled(hangsAgain)).toBe(false)
    wallet.reset()
    expect(await hangsAgain).toEqual([address])
  })

  it('hangs on reads too, without a prompt', async () => {
    const wallet = script('*', { kind: 'hang' })
    const reading = wallet.provider.request({ method: 'eth_chainId' })
    expect(await isSettled(reading)).toBe(false)
    wallet.release()
    expect(await reading).toBe('0x1')
    expect(wallet.prompts).toBe(0)
  })

  it('[I27] throws or returns any scripted value', async () => {
    const wallet = create()
    for (const value of ['a text', null, undefined, 42, { code: 'x' }, { nested: { deep: {} } }]) {
      wallet.script({ methods: { eth_requestAccounts: { kind: 'throw', value } } })
      await expect(connect(wallet)).rejects.toBe(value)
    }
    for (const value of [null, [''], [null], 'accounts', {}, undefined]) {
      wallet.script({ methods: { eth_requestAccounts: { kind: 'reply', value } } })
      expect(await connect(wallet)).toBe(value)
    }
    wallet.script({ methods: { eth_chainId: { kind: 'reply', value: 1 } } })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe(1)
  })

  it('delays responses and rejections', async () => {
    const wallet = script('eth_chainId', { kind: 'delay', ms: 60 })
    const before = performance.now()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(performance.now() - before).toBeGreaterThan(55)
    wallet.script({ methods: { eth_chainId: { kind: 'delay', ms: 1, next: { kind: 'reject' } } } })
    await expect(wallet.provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4_001 })
  })

  it('rejects with -32002 while another prompt is open, and only then', async () => {
    const wallet = create({
      script: {
        methods: { eth_requestAccounts: [{ kind: 'hang' }, { kind: 'pending' }], personal_sign: { kind: 'pending' } },
      },
    })
    const forgotten = connect(wallet)
    await expect(connect(wallet)).rejects.toMatchObject({ code: -32_002 })
    await expect(sign(wallet)).rejects.toMatchObject({ code: -32_002 })
    wallet.release()
    await forgotten
    expect(await sign(wallet)).toMatch(/^0x/)
  })

  it('applies a list of behaviours, one per request, and then behaves normally', async () => {
    const wallet = create({
      script: { methods: { eth_chainId: [{ kind: 'reject' }, { kind: 'reply', value: '0x63' }] } },
    })
    const read = (): Promise<unknown> => wallet.provider.request({ method: 'eth_chainId' })
    await expect(read()).rejects.toMatchObject({ code: 4_001 })
    expect([await read(), await read()]).toEqual(['0x63', '0x1'])
  })

  it('applies the behaviour of * to all methods that are not scripted by name', async () => {
    const wallet = create({
      script: { methods: { '*': { kind: 'reject' }, eth_chainId: { kind: 'reply', value: '0x7' } } },
    })
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4_001 })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7')
  })

  it('[F36] while locked, returns no accounts, and rejects with -32002 or waits', async () => {
    const wallet = create()
    await connect(wallet)
    wallet.script({ locked: 'pending' })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(connect(wallet)).rejects.toMatchObject({ code: -32_002 })
    await expect(sign(wallet)).rejects.toMatchObject({ code: 4_100 })
    wallet.reset()
    expect(await connect(wallet)).toEqual([address])
    wallet.script({ locked: 'wait' })
    const waiting = connect(wallet)
    expect(await isSettled(waiting)).toBe(false)
    wallet.unlock()
    expect(await waiting).toEqual([address])
  })

  it('ignores a revocation, and emits its accounts again', async () => {
    const wallet = create({ script: { ignoreRevoke: true } })
    await connect(wallet)
    const heard = vi.fn()
    wallet.provider.on('accountsChanged', heard)
    const params = [{ eth_accounts: {} }]
    expect(await wallet.provider.request({ method: 'wallet_revokePermissions', params })).toBeNull()
    expect(heard).toHaveBeenCalledExactlyOnceWith([address])
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([address])
  })

  it('reports a successful switch without switching', async () => {
    const wallet = create({ script: { lieAboutSwitch: true } })
    await connect(wallet)
    const heard = vi.fn()
    wallet.provider.on('chainChanged', heard)
    expect(await switchTo(wallet, '0x2')).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(heard).not.toHaveBeenCalled()
    wallet.reset()
    await switchTo(wallet, '0x2')
    expect(heard).toHaveBeenCalledExactlyOnceWith('0x2')
  })

  it('[I27] emits a bounded storm of events during requests', async () => {
    const wallet = create()
    await connect(wallet)
    wallet.script({ emitStorm: 50 })
    const answers: Promise<unknown>[] = []
    const heard = vi.fn(() => void answers.push(wallet.provider.request({ method: 'eth_accounts' })))
    wallet.provider.on('accountsChanged', heard)
    await wallet.provider.request({ method: 'eth_accounts' })
    expect(heard).toHaveBeenCalledTimes(50)
    expect(await Promise.all(answers)).toHaveLength(50)
    wallet.script({ emitStorm: true })
    await wallet.provider.request({ method: 'eth_chainId' })
    expect(heard).toHaveBeenCalledTimes(1_050)
    wallet.reset()
    await wallet.provider.request({ method: 'eth_chainId' })
    expect(heard).toHaveBeenCalledTimes(1_050)
  })

  it.each(unknownChainErrors)('[F36] reports an unknown chain: $name', async ({ behaviour, error }) => {
    const wallet = script('wallet_switchEthereumChain', behaviour)
    const switching = switchTo(wallet, '0x13881').then(
      (reply) => ({ reply }),
      (thrown: unknown) => ({ thrown }),
    )
    expect(await switching).toEqual(behaviour.kind === 'reply' ? { reply: null } : { thrown: error })
    expect(wallet.chainId).toBe(1)
  })

  it.each(rejectionErrors)('reports that the user declined: $name', async ({ behaviour, error }) => {
    const wallet = script('personal_sign', behaviour)
    await connect(wallet)
    await expect(sign(wallet)).rejects.toBe(error)
  })
})
