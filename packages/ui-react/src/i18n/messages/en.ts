import type { accountTexts } from './account.js'
import type { accountPartTexts } from './accountParts.js'
import type { activityTexts } from './activity.js'
import type { activityNoteTexts } from './activityNotes.js'
import type { amountTexts } from './amount.js'
import type { approveTexts } from './approve.js'
import type { buttonTexts } from './buttons.js'
import type { chainTexts } from './chains.js'
import type { copyLinkTexts } from './copyLink.js'
import type { downloadTexts } from './downloads.js'
import type { emailTexts } from './email.js'
import type { fundTexts } from './fund.js'
import type { getWalletTexts } from './getWallet.js'
import type { holdingTexts } from './holdings.js'
import type { leaveTexts } from './leave.js'
import type { lookingTexts } from './looking.js'
import type { nameTexts } from './names.js'
import type { networkTexts } from './networks.js'
import type { noticeTexts } from './notices.js'
import type { onrampTexts } from './onramp.js'
import type { pairingTexts } from './pairing.js'
import type { payTexts } from './pay.js'
import type { payOutcomeTexts } from './payOutcome.js'
import type { phoneTexts } from './phone.js'
import type { purchaseTexts } from './purchase.js'
import type { receiveTexts } from './receive.js'
import type { sendTexts } from './send.js'
import type { sendNoteTexts } from './sendNotes.js'
import type { sendReviewTexts } from './sendReview.js'
import type { sendTokenTexts } from './sendToken.js'
import type { sessionTexts } from './sessions.js'
import type { settingsTexts } from './settings.js'
import type { signInTexts } from './signIn.js'
import type { socialTexts } from './social.js'
import type { swapTexts } from './swap.js'
import type { swapFaultTexts } from './swapFaults.js'
import type { swapOfferTexts } from './swapOffer.js'
import type { swapTokenTexts } from './swapToken.js'
import type { waitingTexts } from './waiting.js'
import type { walletListTexts } from './walletList.js'
import type { walletTexts } from './wallets.js'
import type { walletsRowTexts } from './walletsRow.js'
import type { walletWaysTexts } from './walletWays.js'
import type { whatIsAWalletTexts } from './whatIsAWallet.js'

/**
 * The texts that come with the shell: those of the Connect view, titles and errors. `{name}` stands for a
 * parameter.
 */
export const en = {
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',

  connectTitle: 'Connect',
  connect_eip155: 'Connect an EVM wallet',
  connect_solana: 'Connect a Solana wallet',
  connect_bip122: 'Connect a Bitcoin wallet',
  connect_polkadot: 'Connect a Polkadot wallet',
  connect_cosmos: 'Connect a Cosmos wallet',
  walletInstalled: 'Installed',
  walletRecent: 'Recent',
  walletConnected: 'Connected',
  walletByCode: 'QR code',
  noWalletsTitle: 'No wallet found',
  noWalletsText: 'Install a wallet in this browser. It shows here as soon as it is ready.',
  or: 'or',
  legalBoth: 'By connecting you accept the {terms} and {privacy}.',
  legalOne: 'By connecting you accept the {link}.',
  legalTerms: 'terms',
  legalPrivacy: 'privacy policy',
  branding: 'Made with Latchkey',

  accountTitle: 'Account',
  networksTitle: 'Choose a network',
  unsupportedTitle: 'Switch network',
  walletsTitle: 'Your wallets',
  signInTitle: 'Sign in',
  pairingTitle: 'WalletConnect',
  allWalletsTitle: 'All wallets',
  getWalletTitle: 'Get a wallet',
  whatIsAWalletTitle: 'What is a wallet?',

  emailTitle: 'Confirm email',
  emailEditTitle: 'Edit email',
  approveTitle: 'Approve',
  settingsTitle: 'Settings',

  viewFailedTitle: 'This part did not load',
  viewFailedText: 'Check your connection and try again. Nothing was changed.',
  reloadPage: 'Reload the page',

  // chain families
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',

  // errors by code; a code without a text shows as `unknownError` [S8.59]
  unknownError: 'Something went wrong',
  ABORTED: 'Cancelled',
  ACCOUNT_CHANGED: 'Your wallet has switched accounts',
  ACTION_NOT_ALLOWED: 'Action not allowed',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  CHAIN_NOT_SWITCHED: 'The network was not switched',
  CHAINS_NOT_SUPPORTED: 'The connector does not support any of the requested chains',
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_FAILED: 'Failed to connect',
  CONNECTOR_NOT_FOUND: 'No connector found for connection: {id}',
  DISCONNECT_FAILED: 'Failed to disconnect',
  FEATURE_NOT_SUPPORTED: 'Your wallet cannot do this',
  INVALID_CONNECTION_STATUS: 'Invalid connection status: {status}',
  INVALID_WALLET_REPLY: 'Your wallet gave an answer that makes no sense',
  MODAL_CLOSED: 'Modal closed',
  MULTI_WALLET_OFF: 'One wallet at a time',
  NO_WALLETCONNECT: 'WalletConnectConnector not found',
  PAIRING_EXPIRED: 'Proposal expired',
  RATE_LIMITED: 'Rate Limited',
  RELAY_UNREACHABLE: 'The relay cannot be reached',
  REQUEST_PENDING: 'Already open in your wallet',
  SERVER_ERROR: 'Server Error',
  SESSION_EXPIRED: 'Session Expired',
  SESSION_NOT_FOUND: 'The session with your wallet is gone',
  SIGN_IN_CHECK_FAILED: 'A problem occurred while trying initialize authentication',
  SIGN_IN_FAILED: 'Error signing message',
  SIGN_OUT_FAILED: 'Failed to sign out',
  TIMED_OUT: 'No answer from your wallet',
  TRANSACTION_REVERTS: 'This transaction would fail. Nothing was sent',
  TRANSFER_HELD: 'This transfer is on hold. Nothing was sent',
  USER_REJECTED: 'Declined in your wallet',
  WALLET_FROZEN: 'Your wallet is frozen by the wallet provider. Contact their support.',
} as const

/** Texts that every part of the modal has at hand. */
export type ShellKey = keyof typeof en | keyof typeof buttonTexts

export type MessageKey =
  | ShellKey
  | keyof typeof noticeTexts
  | keyof typeof waitingTexts
  | keyof typeof accountPartTexts
  | keyof typeof walletsRowTexts
  | keyof typeof accountTexts
  | keyof typeof leaveTexts
  | keyof typeof networkTexts
  | keyof typeof chainTexts
  | keyof typeof walletTexts
  | keyof typeof pairingTexts
  | keyof typeof walletListTexts
  | keyof typeof getWalletTexts
  | keyof typeof downloadTexts
  | keyof typeof whatIsAWalletTexts
  | keyof typeof walletWaysTexts
  | keyof typeof phoneTexts
  | keyof typeof amountTexts
  | keyof typeof purchaseTexts
  | keyof typeof receiveTexts
  | keyof typeof signInTexts
  | keyof typeof emailTexts
  | keyof typeof fundTexts
  | keyof typeof approveTexts
  | keyof typeof copyLinkTexts
  | keyof typeof settingsTexts
  | keyof typeof socialTexts
  | keyof typeof activityTexts
  | keyof typeof activityNoteTexts
  | keyof typeof swapTexts
  | keyof typeof swapFaultTexts
  | keyof typeof swapTokenTexts
  | keyof typeof swapOfferTexts
  | keyof typeof holdingTexts
  | keyof typeof onrampTexts
  | keyof typeof nameTexts
  | keyof typeof sessionTexts
  | keyof typeof sendTexts
  | keyof typeof sendNoteTexts
  | keyof typeof sendTokenTexts
  | keyof typeof sendReviewTexts
  | keyof typeof payTexts
  | keyof typeof payOutcomeTexts
  | keyof typeof lookingTexts

/** A full set of texts. */
export type Messages = { readonly [key in MessageKey]: string }
