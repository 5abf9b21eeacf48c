import type { ErrorCode } from '@latchkey/core'
import { expect, test } from 'vitest'
import { allTexts } from '../testing/allTexts.js'
import { toErrorKey } from './translate.js'

/**
 * Where an error can appear. `visitor`: in views and toasts, with its own text. `rare`: there too, but with the generic
 * text, because only the app can fix it. `developer`: in alerts, logs and thrown errors; users never see it.
 */
type Reach = 'visitor' | 'rare' | 'developer'

/** Exhaustive: a missing code does not compile. */
const reach: { readonly [code in ErrorCode]: Reach } = {
  ABORTED: 'visitor',
  ACCOUNT_CHANGED: 'visitor',
  ACTION_NOT_ALLOWED: 'visitor',
  ADAPTER_NOT_FOUND: 'developer',
  ATOMICITY_NOT_SUPPORTED: 'rare',
  AUTH_CHAINS_NOT_SUPPORTED: 'developer',
  BALANCE_UNAVAILABLE: 'visitor',
  BUNDLE_TOO_LARGE: 'rare',
  CAPABILITY_NOT_SUPPORTED: 'rare',
  CHAINS_NOT_SUPPORTED: 'visitor',
  CHAIN_DISCONNECTED: 'rare',
  CHAIN_ID_NOT_SUPPORTED: 'rare',
  CHAIN_NOT_SUPPORTED: 'visitor',
  CHAIN_NOT_SWITCHED: 'visitor',
  CHAIN_UNRECOGNIZED: 'rare',
  CONNECTION_REJECTED: 'visitor',
  CONNECTOR_FAILED: 'visitor',
  CONNECTOR_NOT_FOUND: 'visitor',
  DISCONNECT_FAILED: 'visitor',
  DUPLICATE_ID: 'rare',
  EMAIL_COOLDOWN: 'visitor',
  FARCASTER_FAILED: 'visitor',
  FEATURE_NOT_SUPPORTED: 'visitor',
  FOREIGN_RESULT: 'visitor',
  FRAME_FAILED: 'visitor',
  FRAME_LOAD_FAILED: 'visitor',
  FRAME_REQUEST_TIMED_OUT: 'visitor',
  GAS_PRICE_NOT_SUPPORTED: 'visitor',
  HTTP_STATUS: 'visitor',
  INTERNAL_ERROR: 'rare',
  INVALID_APP_CONFIGURATION: 'developer',
  INVALID_CAIP_ADDRESS: 'developer',
  INVALID_CODE: 'visitor',
  INVALID_CONNECTION_STATUS: 'visitor',
  INVALID_EMAIL: 'visitor',
  INVALID_INPUT: 'rare',
  INVALID_OPTIONS: 'developer',
  INVALID_PARAMS: 'rare',
  INVALID_PAYMENT: 'developer',
  INVALID_PHONE: 'visitor',
  INVALID_PROJECT_ID: 'developer',
  INVALID_REPLY: 'visitor',
  INVALID_REQUEST: 'rare',
  INVALID_WALLET_REPLY: 'visitor',
  LIMIT_EXCEEDED: 'rare',
  LOCAL_CONFIGURATION_IGNORED: 'developer',
  METHOD_NOT_FOUND: 'rare',
  METHOD_NOT_SUPPORTED: 'rare',
  MODAL_CLOSED: 'visitor',
  MULTI_NAMESPACE_REQUEST: 'developer',
  MULTI_WALLET_OFF: 'visitor',
  NAME_REFUSED: 'visitor',
  NETWORK_NOT_FOUND: 'developer',
  NOT_APPROVED: 'rare',
  NOT_CONNECTED: 'rare',
  NOT_EMAIL_OR_SOCIAL: 'visitor',
  NOT_STARTED: 'developer',
  NO_ACCOUNT_ADDRESS: 'developer',
  NO_ACTIVE_ADDRESS: 'developer',
  NO_ACTIVE_NETWORK: 'developer',
  NO_AUTH_CONNECTOR: 'visitor',
  NO_LIQUIDITY: 'visitor',
  NO_WALLETCONNECT: 'visitor',
  OUTCOME_UNKNOWN: 'developer',
  ORIGIN_NOT_ALLOWED: 'developer',
  PAIRING_EXPIRED: 'visitor',
  PARSE_FAILED: 'rare',
  PASSKEY_CANCELED: 'visitor',
  PASSKEY_EXPIRED: 'visitor',
  PASSKEY_FAILED: 'visitor',
  PASSKEY_UNKNOWN: 'visitor',
  PASSKEY_UNSUPPORTED: 'visitor',
  PHONE_NOT_ALLOWED: 'visitor',
  POPUP_BLOCKED: 'visitor',
  POPUP_CLOSED: 'visitor',
  PRICE_CHANGED: 'visitor',
  PROJECT_ID_NOT_CONFIGURED: 'developer',
  PROVIDER_DISCONNECTED: 'rare',
  RATE_LIMITED: 'visitor',
  RELAY_UNREACHABLE: 'visitor',
  REQUEST_ABORTED: 'rare',
  REQUEST_PENDING: 'visitor',
  RESOURCE_NOT_FOUND: 'rare',
  RPC_CHAIN_MISMATCH: 'rare',
  RPC_FAILED: 'rare',
  RPC_URL_MISSING: 'developer',
  SELF_CUSTODY_NEEDED: 'visitor',
  SERVER_ERROR: 'visitor',
  SERVICE_NOT_CONFIGURED: 'visitor',
  SESSION_EXPIRED: 'visitor',
  SESSION_NOT_FOUND: 'visitor',
  SIGN_IN_CHECK_FAILED: 'visitor',
  SIGN_IN_FAILED: 'visitor',
  SIGN_IN_REFUSED: 'visitor',
  SIGN_OUT_FAILED: 'visitor',
  SIWX_NOT_ENABLED: 'developer',
  SMS_FAILED: 'visitor',
  SOCIAL_FAILED: 'visitor',
  STORAGE_UNAVAILABLE: 'developer',
  SWAP_FAILED: 'visitor',
  SWAP_NOT_CHECKED: 'visitor',
  SWAP_NOT_SUPPORTED: 'visitor',
  SWAP_UNSAFE: 'visitor',
  TIMED_OUT: 'visitor',
  TRANSACTIONS_UNAVAILABLE: 'visitor',
  TRANSACTION_REJECTED: 'rare',
  TRANSACTION_REVERTS: 'visitor',
  TRANSFER_FAILED: 'rare',
  TRANSFER_HELD: 'visitor',
  UNAUTHORIZED: 'rare',
  UNKNOWN_BUNDLE: 'rare',
  UNSUPPORTED_METHOD: 'rare',
  UNVERIFIED_DOMAIN: 'developer',
  UPGRADE_REJECTED: 'rare',
  USER_REJECTED: 'visitor',
  VERSION_NOT_SUPPORTED: 'rare',
  VIEW_NOT_FOUND: 'developer',
  WALLET_FROZEN: 'visitor',
}

const texts = new Map<string, string>(
  Object.entries(allTexts).map(([key, text]) => [key, typeof text === 'string' ? text : text.other]),
)

/** Some views have their own text for an error: `name_TIMED_OUT`, `TIMED_OUT_swap`. */
const hasText = (code: string): boolean =>
  [...texts.keys()].some(
    (key) => key === code || key.endsWith(`_${code}`) || (key.startsWith(`${code}_`) && !key.endsWith('_help')),
  )

test('each error that users can see has its own text; all others show the generic one', () => {
  const codes = Object.keys(reach) as ErrorCode[]
  expect(codes.filter((code) => reach[code] === 'visitor' && !hasText(code))).toEqual([])
  expect(codes.filter((code) => reach[code] !== 'visitor' && hasText(code))).toEqual([])
  for (const code of codes.filter((name) => reach[name] !== 'visitor')) expect(toErrorKey(code)).toBe('unknownError')
})

test.each([
  ['S8.1', 'BALANCE_UNAVAILABLE', 'Token Balance Unavailable'],
  ['S8.2', 'EMAIL_COOLDOWN', 'Please try again after {n} seconds'],
  ['S8.3', 'MODAL_CLOSED', 'Modal closed'],
  ['S8.4', 'CONNECTION_REJECTED', 'Connection rejected'],
  ['S8.5', 'CONNECTOR_FAILED', 'Failed to connect'],
  ['S8.6', 'POPUP_CLOSED', 'Popup closed'],
  ['S8.7', 'FARCASTER_FAILED', 'Failed to connect to farcaster'],
  ['S8.8', 'SOCIAL_FAILED', 'Failed to initiate social connection'],
  ['S8.9', 'NO_AUTH_CONNECTOR', 'No auth connector found'],
  ['S8.10', 'NOT_EMAIL_OR_SOCIAL', 'Not connected to email or social'],
  ['S8.11', 'CONNECTOR_NOT_FOUND', 'No connector found for connection: {id}'],
  ['S8.12', 'INVALID_CONNECTION_STATUS', 'Invalid connection status: {status}'],
  ['S8.13', 'DISCONNECT_FAILED', 'Failed to disconnect'],
  ['S8.14', 'SIGN_IN_CHECK_FAILED', 'A problem occurred while trying initialize authentication'],
  ['S8.15', 'SIGN_IN_FAILED', 'Error signing message'],
  ['S8.16', 'TRANSACTIONS_UNAVAILABLE', 'Failed to fetch transactions'],
  ['S8.17', 'ACTION_NOT_ALLOWED', 'Action not allowed'],
])('%s: %s has the exact text of the catalogue', (_, code, words) => {
  expect(texts.get(code)).toBe(words)
})

test('unknownError has the generic text of S8.59', () => {
  expect(texts.get('unknownError')).toBe('Something went wrong')
})
