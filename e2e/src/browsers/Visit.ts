import { type DevnetChain, fundAccount } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { WalletPage } from '../walletconnect/WalletPage.js'
import type { BrowserPage } from './BrowserPage.js'
import { User } from './User.js'

/** The servers behind the demo, all on this machine. */
export type World = {
  readonly demoUrl: string
  /** Of the embedded wallet. */
  readonly frameUrl: string
  readonly mailboxUrl: string
  readonly chains: readonly [DevnetChain, DevnetChain]
}

/** One user of the demo, with a Dev wallet whose account no other test uses. */
export type Visit = {
  readonly page: BrowserPage
  readonly user: User
  readonly world: World
  readonly account: string
  /** A wallet on another device. */
  readonly openWallet: () => Promise<WalletPage>
  /** Loads a page of the demo, by default the lab; default: EVM only. */
  open(path?: string): Promise<void>
}

export type VisitOptions = Pick<Visit, 'page' | 'world' | 'openWallet'>

const optional = ['solana', 'bitcoin', 'walletConnect', 'embeddedWallet', 'multiWallet', 'blockchainApi'] as const

export async function startVisit({ page, world, openWallet }: VisitOptions): Promise<Visit> {
  const key = generatePrivateKey()
  const account = privateKeyToAddress(key)
  for (const { rpcUrl } of world.chains) await fundAccount(rpcUrl, account, parseEther('100'))
  // a page of the demo's origin without a modal
  await page.goto(new URL('explorer.html', world.demoUrl).href)
  await page.evaluate((keys) => localStorage.setItem('dev-wallet/keys', keys), JSON.stringify([key]))
  const open = async (path = ''): Promise<void> => {
    const url = new URL(path, new URL('lab', world.demoUrl))
    for (const name of optional) if (!url.searchParams.has(name)) url.searchParams.set(name, '0')
    await page.goto(url.href)
  }
  return { page, user: new User(page), world, account, openWallet, open }
}
