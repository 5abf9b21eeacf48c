import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index'], {
  account: [
    'hooks/useCopyAddress',
    'i18n/messages/account',
    'router/countLive',
    'router/getShownNamespaces',
    'views/account/getPurposes',
  ],
  networks: ['hooks/useNetworkImage', 'i18n/messages/networks', 'primitives/NetworkRow/NetworkTile'],
  phone: [
    'i18n/messages/phone',
    ...['AppLinkButton', 'OpenWallet', 'followInTelegram'].map(
      (name) => `views/connecting-wallet-connect/mobile/${name}`,
    ),
  ],
  shell: ['i18n/useTexts', 'router/ShellContext'],
  waiting: ['i18n/messages/waiting', 'i18n/toHelpKey', 'primitives/Status/Status', 'primitives/Status/Status.css'],
  walletTiles: [
    'hooks/usePrefetchedWallets',
    'hooks/useWalletImage',
    'primitives/AllWalletsRow/AllWalletsRow',
    'primitives/AllWalletsRow/toCountLabel',
    'primitives/WalletTile/WalletTile',
  ],
})
export default config
