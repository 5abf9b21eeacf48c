import { readFileSync } from 'node:fs'
import { createEvmWallet } from '@latchkey/testing'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { rejectionErrors, unknownChainErrors } from './walletErrors.js'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describe('the README', () => {
  it('shows an example that runs', async () => {
    vi.stubGlobal('window', new EventTarget())
    const log = vi.spyOn(console, 'log').mockReturnValue()

    const wallet = createEvmWallet({
      name: 'Dev wallet',
      rdns: 'example.dev-wallet',
      accounts: [generatePrivateKey()],
      chains: [{ id: 31_337, name: 'Local', rpcUrl: 'http://127.0.0.1:8545' }],
    })
    const stop = wallet.announce(window)

    // the next connection is refused, the one after it works
    wallet.script({ methods: { eth_requestAccounts: [{ kind: 'reject' }] } })
    await wallet.provider.request({ method: 'eth_requestAccounts' }).catch(({ code }) => console.log(code)) // 4001
    const accounts = await wallet.provider.request({ method: 'eth_requestAccounts' })

    // what a user does in the wallet's own window
    wallet.addAccount(generatePrivateKey())
    wallet.selectAccount(1) // the page hears accountsChanged
    wallet.disconnectSite() // the page hears accountsChanged with no account, and disconnect

    console.log(accounts, wallet.prompts, wallet.requests)
    stop()

    expect(log).toHaveBeenNthCalledWith(1, 4_001)
    expect(log).toHaveBeenNthCalledWith(2, [wallet.accounts[0]], 2, expect.any(Array))
  })

  it('shows the example that is run above, word for word', () => {
    const [, shown = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    const own = readFileSync(new URL(import.meta.url), 'utf8').replace(/^ {4}/gm, '')
    const [imports, ...body] = shown.split('\n\n')
    expect(body.length).toBeGreaterThan(3)
    expect(own).toContain(body.join('\n\n').trim())
    for (const line of imports?.split('\n') ?? []) expect(own).toContain(line)
  })

  it('states the right number of error shapes', () => {
    expect(unknownChainErrors).toHaveLength(16)
    expect(rejectionErrors.length).toBeGreaterThan(12)
    expect(readme).toContain('in sixteen shapes')
  })
})
