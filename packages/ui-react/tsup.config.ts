import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'standalone'], {
  account: [
    ...['hooks/useCopyAddress', 'i18n/messages/account', 'views/account/getPurposes'],
    // how amounts are written
    ...['i18n/toNumberText', 'i18n/useLocale'],
  ],
  // what is sent and swapped
  sums: ['hooks/useHoldings', 'i18n/toTokenText'],
  // what an account has
  holdings: [
    ...['messages/holdings', 'toUsd'].map((name) => `i18n/${name}`),
    ...['AddFunds', 'Bones', 'HoldingState', 'ShortList'].map((name) => `views/account/holdings/${name}`),
  ],
  // a link as a code, and to be copied
  code: [
    ...['CopyLink/CopyLink', 'CopyLink/CopyLink.css', 'QrCode/QrCode', 'QrCode/QrCode.css'].map(
      (name) => `primitives/${name}`,
    ),
    'i18n/messages/copyLink',
  ],
  emailForm: ['primitives/EmailField/EmailField', 'views/email-login/emailStyles'],
  // what every step of a login by email says
  mail: [
    ...['i18n/messages/email', 'i18n/toFaultText', 'primitives/EmailField/EmailField.css'],
    ...['primitives/EmailField/MailFault', 'primitives/MailIntro/MailIntro', 'primitives/MailIntro/MailIntro.css'],
  ],
  networks: ['i18n/messages/networks', 'primitives/NetworkRow/NetworkList'],
  // where a wallet is, and what ends it
  place: [
    ...['hooks/useNetworkImage', 'i18n/messages/leave', 'primitives/NetworkRow/NetworkTile'],
    ...['countLive', 'getShownNamespaces'].map((name) => `router/${name}`),
  ],
  // what every view of a swap has
  swapping: [
    'i18n/messages/swap',
    ...['SwapStandIn', 'SwapView.css', 'loadSwapParts', 'toShortAmount', 'useSwap', 'useSwapPart'].map(
      (name) => `views/swap/${name}`,
    ),
  ],
  tabs: ['primitives/Tabs/Tabs', 'primitives/Tabs/Tabs.css'],
  otp: [
    ...['primitives/MailIntro/Address', 'views/email-verify-otp/mailStyles'],
    ...['OtpField/OtpField', 'OtpField/OtpField.css', 'OtpField/OtpStep', 'OtpField/toDigits', 'Resend/Resend'].map(
      (name) => `primitives/${name}`,
    ),
    'primitives/Resend/Resend.css',
  ],
  // what the page has in common with every view: with one file for it, bundlers keep React in the page's own
  page: ['provider/LatchkeyProvider', 'hooks/useModalValue'],
  phone: [
    'i18n/messages/phone',
    ...['AppLinkButton', 'OpenWallet', 'followInTelegram'].map(
      (name) => `views/connecting-wallet-connect/mobile/${name}`,
    ),
  ],
  // what every view needs. Whatever the shell shares with a view and this is needed for belongs here too: bundlers then put
  // it where the shell is. Not what a public hook needs: esbuild would put all of it into the first page
  shell: [
    ...['element/afterPaint', 'hooks/useAfterPaint', 'hooks/useStyles', 'router/ShellContext', 'theme/adopt'],
    ...['messages/en', 'translate', 'useTexts'].map((name) => `i18n/${name}`),
    ...['primitives/Empty/Empty', 'primitives/Tile/Tile', 'router/FailedView', 'router/LoadingView'],
    'views/connect/KindTag',
  ],
  // what every login at another site says
  social: [
    ...['i18n/messages/social', 'i18n/toSocialWords', 'primitives/Toast/showSocialFailure'],
    ...['primitives/SocialMark/SocialTile', 'primitives/SocialMark/SocialMark.css'],
  ],
  socialMark: ['primitives/SocialMark/SocialMark', 'primitives/SocialMark/socialNames'],
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
