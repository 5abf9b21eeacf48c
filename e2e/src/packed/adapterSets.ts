export type AdapterSet = {
  readonly name: string
  /** Packages of this repository that the app needs, without the scope. */
  readonly packages: readonly string[]
  /** The app's imports besides React and the modal. */
  readonly imports: readonly string[]
  /** Expressions; `chain` is the local one. */
  readonly adapters: readonly string[]
  /** Statements after the modal's. */
  readonly after?: readonly string[]
  /** JSX to render. Default: the button. */
  readonly tree?: string
  /** Code that neither the bundle nor the install may include. */
  readonly absent: readonly ('bitcoin' | 'solana' | 'walletConnect')[]
  /** Whether the user is asked to sign in once connected. */
  readonly signsIn?: true
  /** Whether wagmi is a peer. */
  readonly hasWagmi?: true
}

const evm = "import { evm } from '@latchkey/adapter-evm'"
const solana = "import { solana, solanaMainnet } from '@latchkey/adapter-solana'"
const evmPackages = ['core', 'ui-react', 'adapter-evm']

export const adapterSets: { readonly [name in 'evm' | 'wagmi' | 'solana' | 'all']: AdapterSet } = {
  evm: {
    name: 'evm',
    packages: evmPackages,
    imports: [evm],
    adapters: ['evm({ networks: [chain] })'],
    absent: ['bitcoin', 'solana', 'walletConnect'],
  },
  wagmi: {
    name: 'evm, wagmi',
    packages: evmPackages,
    imports: [
      evm,
      "import { createWagmiConfig } from '@latchkey/adapter-evm/wagmi'",
      "import { QueryClient, QueryClientProvider } from '@tanstack/react-query'",
      "import { useAccount, WagmiProvider } from 'wagmi'",
    ],
    adapters: ['evm({ networks: [chain] })'],
    after: [
      'const config = createWagmiConfig(modal)',
      'const client = new QueryClient()',
      "const Address = () => createElement('output', null, useAccount().address ?? '')",
      'const button = createElement(ConnectButton, { modal })',
      'const page = createElement(QueryClientProvider, { client }, button, createElement(Address))',
    ],
    tree: 'createElement(WagmiProvider, { config }, page)',
    absent: ['bitcoin', 'solana', 'walletConnect'],
    hasWagmi: true,
  },
  solana: {
    name: 'evm, solana',
    packages: [...evmPackages, 'adapter-solana'],
    imports: [evm, solana],
    adapters: ['evm({ networks: [chain] })', 'solana({ networks: [solanaMainnet] })'],
    absent: ['bitcoin', 'walletConnect'],
  },
  all: {
    name: 'all',
    packages: [...evmPackages, 'adapter-solana', 'adapter-bitcoin', 'walletconnect', 'embedded-wallet', 'siwx'],
    imports: [
      "import { bitcoin } from '@latchkey/adapter-bitcoin'",
      evm,
      solana,
      "import { embeddedWallet } from '@latchkey/embedded-wallet'",
      "import { siwx } from '@latchkey/siwx'",
      "import { walletConnect } from '@latchkey/walletconnect'",
    ],
    adapters: [
      'evm({ networks: [chain] })',
      'solana({ networks: [solanaMainnet] })',
      "bitcoin({ esplora: 'https://esplora.example/api' })",
      "walletConnect({ relayUrl: 'wss://relay.example' })",
      "embeddedWallet({ frameUrl: 'https://wallet.example/' })",
      "siwx({ statement: 'Sign in to the shop.' })",
    ],
    absent: [],
    signsIn: true,
  },
}
