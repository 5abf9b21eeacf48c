import { bitcoin } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana } from '@latchkey/adapter-solana'
import type { ShownTokens, Social } from '@latchkey/core'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { siwx } from '@latchkey/siwx'
import { createModal, type LocaleChoice, type UiModal } from '@latchkey/ui-react'
import { walletConnect } from '@latchkey/walletconnect'
import type { DemoConfig } from './config.js'
import type { DemoOptions } from './demoOptions.js'
import { toNetworks, toSwapRouters } from './networks.js'

const signInStatement = 'Sign in to the Latchkey demo.'

type DemoPreferences = {
  readonly locale?: LocaleChoice | undefined
  /** Address of a token on the first EVM chain whose balance is shown instead of the native one. */
  readonly shownToken?: string | undefined
  /** Default: a project of the demo's own. */
  readonly projectId?: string | undefined
}

/** Creates this page's modal. This is all the code a site needs. */
export function createDemoModal(
  config: DemoConfig,
  options: DemoOptions,
  { locale, shownToken, projectId: ownId }: DemoPreferences = {},
): UiModal {
  const {
    branding,
    multiWallet,
    legal,
    walletGroups,
    disclaimer,
    strictMode: _,
    adapters: hasAdapters,
    ...more
  } = options
  const {
    solana: hasSolana,
    bitcoin: hasBitcoin,
    walletConnect: hasPairing,
    embeddedWallet: hasLogin,
    holds,
    passkey,
    email,
    socials: _socials,
    farcaster: _farcaster,
    phone,
    guest,
    siwx: hasSignIn,
    siwxRequired,
    smartWallet: __,
    blockchainApi: hasApi,
    remoteConfig,
    idlePrefetch,
    compact,
    onramp,
    swaps,
    receive,
    send,
    activity,
    pay,
    ...flags
  } = more
  // a second project id, for which the vault has a hold policy
  const projectId = ownId ?? (holds ? 'demo-holds' : 'demo')
  const networks = toNetworks({
    ...config,
    solana: hasSolana ? config.solana : undefined,
    bitcoin: hasBitcoin ? config.bitcoin : undefined,
  })
  const adapters = [
    evm(),
    ...(hasSolana && config.solana ? [solana()] : []),
    ...(hasBitcoin && config.bitcoin ? [bitcoin({ networks: [], esplora: config.bitcoin.esploraUrl })] : []),
    ...(hasPairing && config.relayUrl ? [walletConnect()] : []),
    ...(hasLogin && config.frameUrl
      ? [
          embeddedWallet({
            frameUrl: config.frameUrl,
            accountUrl: `${config.frameUrl}account?projectId=${projectId}`,
            // the provider that the demo's vault has set up besides the known ones
            providers: { acme: { name: 'Acme ID' } },
          }),
        ]
      : []),
    ...(hasSignIn
      ? [siwx({ server: config.signIn?.serverUrl, statement: signInStatement, required: siwxRequired })]
      : []),
  ]
  return createModal({
    // without adapters, WalletConnect is the only connection method, and it brings the networks
    ...(hasAdapters ? { adapters, networks } : { adapters: [walletConnect({ networks })] }),
    projectId,
    services: {
      relay: config.relayUrl,
      wallets: config.walletsUrl,
      blockchainApi: hasApi ? config.blockchainApiUrl : undefined,
      config: remoteConfig ? config.walletsUrl : undefined,
    },
    features: {
      branding,
      multiWallet,
      passkey,
      email,
      socials: toSocials(config, options),
      phone,
      guest,
      onramp,
      swaps,
      receive,
      send,
      activity,
      pay,
    },
    ...flags,
    prefetch: idlePrefetch ? 'idle' : 'hover',
    layout: compact ? 'compact' : 'auto',
    locale,
    tokens: toTokens(config, shownToken),
    swapRouters: toSwapRouters(config),
    ...(walletGroups && {
      walletGroups: [
        { name: 'For developers', wallets: ['dev.latchkey.wallet', 'dev.latchkey.spare'] },
        { name: 'Popular', wallets: ['io.metamask', 'app.phantom', 'me.rainbow'] },
      ],
    }),
    ...(disclaimer && {
      disclaimer: [
        { text: 'This is a demo. Use no keys that hold real money. ' },
        { text: 'Read how it is made', href: 'https://example.org/demo' },
        { text: '.' },
      ],
    }),
    ...(legal && {
      termsConditionsUrl: 'https://example.org/terms',
      privacyPolicyUrl: 'https://example.org/privacy',
    }),
  })
}

/** The token to show, with an image served by this page. */
function toTokens({ chains: [chain] }: DemoConfig, address: string | undefined): ShownTokens | undefined {
  return chain && address ? { [`eip155:${chain.id}`]: { address, image: '/favicon.svg' } } : undefined
}

/** Display order. */
const socialOrder: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook', 'acme']

/** The social logins that the vault supports and the page's options allow. */
function toSocials(
  { socials: served = [] }: Pick<DemoConfig, 'socials'>,
  options: Pick<DemoOptions, 'socials' | 'farcaster'>,
): readonly Social[] {
  return socialOrder.filter(
    (social) => served.includes(social) && (social === 'farcaster' ? options.farcaster : options.socials),
  )
}
