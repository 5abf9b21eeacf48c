import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs } from '@playwright/test'
import type { BitcoinWallet, BitcoinWalletOptions, InjectOptions } from '../bitcoin/bitcoinWallet.js'
import { createBitcoinWallet } from '../bitcoin/createBitcoinWallet.js'
import type { AnnounceOptions } from '../evm/announce/announceProvider.js'
import { createEvmWallet } from '../evm/createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evm/evmWallet.js'
import { createSolanaWallet } from '../solana/createSolanaWallet.js'
import type { RegisterOptions, SolanaWallet, SolanaWalletOptions } from '../solana/solanaWallet.js'
import { type Bridge, createBridge } from './createBridge.js'
import { createPrompts, type Prompts } from './createPrompts.js'

type Named<options, required extends keyof options> = Partial<options> & Pick<options, required>

/** Adds wallets to the pages of a test. Add them before opening a page to have them there from the start. */
export type Wallets = {
  /** Announced by EIP-6963, or as `window.ethereum` with `legacy`. */
  readonly evm: (
    options: Named<EvmWalletOptions, 'accounts' | 'chains'> &
      AnnounceOptions & { readonly legacy?: boolean | undefined },
  ) => Promise<EvmWallet>
  /** Registered by the Wallet Standard. */
  readonly solana: (options: Named<SolanaWalletOptions, 'accounts'> & RegisterOptions) => Promise<SolanaWallet>
  /** Registered by the Wallet Standard, or injected in another shape. */
  readonly bitcoin: (options: Named<BitcoinWalletOptions, 'privateKeys'> & InjectOptions) => Promise<BitcoinWallet>
  /** Prompts for the option `ask` of any wallet. Closed at the end of the test. */
  readonly prompts: <request = { readonly kind: string; readonly summary: string }>() => Prompts<request>
}

export type WalletFixtures = { readonly wallets: Wallets }

/**
 * Fixtures for Playwright. The wallets run in the test: keys and requests to chains never enter the page, and permissions survive
 * a reload, as with an extension.
 *
 * @example
 * const test = base.extend(walletFixtures)
 * test('connects', async ({ page, wallets }) => {
 * const wallet = await wallets.evm({ accounts: [key], chains: [{ id: 31_337, rpcUrl }] })
 * })
 */
export const walletFixtures: Fixtures<
  WalletFixtures,
  object,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs
> = {
  wallets: async ({ context }, use) => {
    const bridge = await createBridge(context)
    const ends: (() => void)[] = []
    await use(createWallets(bridge, ends))
    for (const end of ends) end()
    bridge.close()
  },
}

const name = 'Test wallet'
const origin = 'https://test-wallet.example'

function createWallets({ createWindow, settled }: Bridge, ends: (() => void)[]): Wallets {
  return {
    async evm({ legacy, after, detail, ...options }) {
      const wallet = createEvmWallet({ name, rdns: 'example.test-wallet', origin, ...options })
      ends.push(legacy ? wallet.injectLegacy(createWindow()) : wallet.announce(createWindow(), { after, detail }))
      await settled()
      return wallet
    },
    async solana({ after, ...options }) {
      const wallet = createSolanaWallet({ name, origin, ...options })
      ends.push(wallet.register(createWindow(), { after }))
      await settled()
      return wallet
    },
    async bitcoin({ after, registry, ...options }) {
      const wallet = createBitcoinWallet({ name, shape: 'wallet-standard', origin, ...options })
      ends.push(wallet.inject(createWindow(), { after, registry }))
      await settled()
      return wallet
    },
    prompts<request>() {
      const prompts = createPrompts<request>()
      ends.push(prompts.close)
      return prompts
    },
  }
}
