/** A kit that is measured beside the others, in its documented default setup. */
export type Kit = {
  /** The name of its page in bench/peers, and of its folder. */
  readonly name: string
  readonly title: string
  /** Its page, if it is not `peers/<name>.html`. */
  readonly page?: string
  /** Packages from npm, pinned. */
  readonly versions: Readonly<Record<string, string>>
  /** Whether it uses the packages of this repository. */
  readonly isOurs?: boolean
  readonly chain: 'evm' | 'solana' | 'none'
  /** Texts of the controls to click between the page's button and the list. */
  readonly way?: readonly string[]
}

const react = { react: '19.3.1', 'react-dom': '19.3.1' }
const query = { '@tanstack/react-query': '5.108.0' }
const wagmi2 = { viem: '2.57.1', wagmi: '2.19.5' }

export const kits: readonly Kit[] = [
  { name: 'empty', title: 'Empty React app', page: 'empty-app/index.html', versions: react, chain: 'none' },
  { name: 'floor', title: 'Floor', page: 'floor-app/index.html', versions: react, chain: 'evm' },
  { name: 'latchkey', title: 'Latchkey (EVM)', page: 'app/index.html', versions: react, isOurs: true, chain: 'evm' },
  {
    name: 'latchkey-wagmi',
    title: 'Latchkey (wagmi)',
    versions: { ...react, ...query, wagmi: '3.7.7' },
    isOurs: true,
    chain: 'evm',
  },
  {
    name: 'rainbowkit',
    title: 'RainbowKit',
    versions: { ...react, ...query, ...wagmi2, '@rainbow-me/rainbowkit': '2.2.11' },
    chain: 'evm',
  },
  {
    name: 'connectkit',
    title: 'ConnectKit',
    versions: { react: '18.3.1', 'react-dom': '18.3.1', ...query, ...wagmi2, connectkit: '1.9.2' },
    chain: 'evm',
  },
  {
    name: 'solana',
    title: 'Solana wallet-adapter UI',
    versions: {
      ...react,
      '@solana/wallet-adapter-base': '0.9.28',
      '@solana/wallet-adapter-react': '0.15.40',
      '@solana/wallet-adapter-react-ui': '0.9.40',
      '@solana/web3.js': '1.99.0',
    },
    chain: 'solana',
  },
  {
    name: 'thirdweb',
    title: 'thirdweb ConnectButton',
    versions: { ...react, thirdweb: '5.121.6' },
    chain: 'evm',
    way: ['Connect a Wallet'],
  },
]
