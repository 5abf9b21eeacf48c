/** Exact versions of the app's peers: the ends of each range are tested. */
export type PeerSet = {
  /** Of react and react-dom. */
  readonly react: string
  readonly reactTypes: string
  readonly wagmi: string
  readonly typescript: string
  /** The package manager. */
  readonly installer: 'npm' | 'pnpm'
}

/** The lowest and the highest version of each range, for both versions of React and of wagmi. */
export const peerSets: readonly PeerSet[] = [
  { react: '18.3.0', reactTypes: '18', wagmi: '3.7.1', typescript: '5.4.5', installer: 'npm' },
  { react: '18.3.1', reactTypes: '18', wagmi: '2.19.5', typescript: '5.9.3', installer: 'pnpm' },
  { react: '19.0.0', reactTypes: '19', wagmi: '2.14.0', typescript: '6.0.3', installer: 'pnpm' },
  { react: '19.3.1', reactTypes: '19', wagmi: '3.7.7', typescript: '7.0.2', installer: 'npm' },
]

/** The versions that the repository itself has installed, so that nothing has to be downloaded. */
export const ownPeers: PeerSet = {
  react: '19.3.1',
  reactTypes: '19.3.0',
  wagmi: '3.7.7',
  typescript: '6.0.3',
  installer: 'pnpm',
}
