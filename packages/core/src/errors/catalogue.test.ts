import { expect, test } from 'vitest'
import type { PluginContext } from '../contracts/adapter.js'
import { showErrorAlert } from '../controllers/shell/actions.js'
import type { Alert } from '../controllers/shell/state.js'
import type { ErrorCode } from './codes.js'
import * as connected from './connection.js'
import * as connection from './connection.js'
import type { LatchkeyError } from './LatchkeyError.js'
import * as login from './login.js'
import * as social from './login.js'
import * as network from './network.js'
import * as pairing from './pairing.js'
import {
  BalanceUnavailableError,
  NoAccountAddressError,
  RateLimitedError,
  ServerError,
  TransactionsUnavailableError,
} from './services.js'
import * as config from './setup.js'
import * as siwx from './signIn.js'

const alertOf = (code: ErrorCode): string => {
  const shown: Alert[] = []
  const context = { options: { debug: true }, showAlert: (alert: Alert) => shown.push(alert) }
  showErrorAlert(context as unknown as PluginContext, code)
  return shown[0]?.title ?? ''
}
const ethereum = { caipNetworkId: 'eip155:1' }

/** The error catalogue of the specification (§8) by item: the text and the error that has it. */
const catalogue: { readonly [item: string]: readonly [words: string, ...by: (LatchkeyError | ErrorCode)[]] } = {
  'S8.1': ['Token Balance Unavailable', new BalanceUnavailableError()],
  'S8.2': ['Please try again after 7 seconds', new login.EmailCooldownError({ retryAfter: 7 })],
  'S8.3': ['Modal closed', new connection.ModalClosedError()],
  'S8.4': ['Connection rejected', new connection.ConnectionRejectedError()],
  'S8.5': ['Failed to connect', new connection.ConnectorFailedError()],
  'S8.6': ['Popup closed', new social.PopupClosedError()],
  'S8.7': ['Failed to connect to farcaster', new social.FarcasterFailedError()],
  'S8.8': ['Failed to initiate social connection', new social.SocialFailedError()],
  'S8.9': ['No auth connector found', new login.NoAuthConnectorError()],
  'S8.10': ['Not connected to email or social', new login.NotEmailOrSocialError()],
  'S8.11': ['No connector found for connection: x', new connection.ConnectorNotFoundError({ id: 'x' })],
  'S8.12': ['Invalid connection status: x', new connected.InvalidConnectionStatusError({ status: 'x' })],
  'S8.13': ['Failed to disconnect', new connected.DisconnectFailedError()],
  'S8.14': ['A problem occurred while trying initialize authentication', new siwx.SignInCheckFailedError()],
  'S8.15': ['Error signing message', new siwx.SignInFailedError()],
  'S8.16': ['Failed to fetch transactions', new TransactionsUnavailableError()],
  'S8.17': ['Requested RPC call is not allowed', new login.ActionNotAllowedError()],
  'S8.18': ['Network Not Found', new network.NetworkNotFoundError(ethereum)],
  'S8.19': ['Origin Not Allowed', new config.OriginNotAllowedError({ origin: 'https://app.example' })],
  'S8.20': ['Network Error', 'FRAME_LOAD_FAILED'],
  'S8.21': ['Embedded Wallet Request Timed Out', 'FRAME_REQUEST_TIMED_OUT'],
  'S8.22': ['Unverified Domain', new login.UnverifiedDomainError(), 'UNVERIFIED_DOMAIN'],
  'S8.23': ['Session Expired', new pairing.SessionExpiredError(), 'SESSION_EXPIRED'],
  'S8.24': ['Invalid Project ID', new config.InvalidProjectIdError({ projectId: 'x' })],
  'S8.25': ['Project ID Not Configured', new config.ProjectIdNotConfiguredError({ by: 'x' })],
  'S8.26': ['Server Error', new ServerError()],
  'S8.27': ['Rate Limited', new RateLimitedError()],
  'S8.28': ['Invalid App Configuration', new config.InvalidAppConfigurationError()],
  'S8.29': ['W3mFrame: iframe is not set', new login.FrameFailedError({ message: 'W3mFrame: iframe is not set' })],
  'S8.31': ['Unable to load email login dependency', new login.FrameLoadFailedError()],
  'S8.32': ['Request was aborted', new login.RequestAbortedError({ isRequest: true })],
  'S8.33': ['Something went wrong', new login.RequestAbortedError({ isRequest: false })],
  'S8.34': ['An error occurred', new login.FrameFailedError()],
  'S8.38': ['SIWX is not enabled', new siwx.SiwxNotEnabledError()],
  'S8.39': ['No ActiveCaipAddress found', new siwx.NoActiveAddressError()],
  'S8.40': ['No ActiveCaipNetwork or client found', new siwx.NoActiveNetworkError()],
  'S8.41': ['No ConnectionController client found', new connection.NotStartedError()],
  'S8.42': ["Transactions can't be fetched without an accountAddress", new NoAccountAddressError()],
  'S8.43': ['Invalid CAIP Address', new network.InvalidCaipAddressError({ value: 'x' })],
  'S8.44': ['Failed to disconnect chains: x', new connected.DisconnectFailedError({ chains: ['x'] })],
  'S8.45': ['The connector does not support any of the requested chains', new pairing.ChainsNotSupportedError()],
  'S8.46': ['Chain is not supported', new network.ChainNotSupportedError()],
  'S8.47': ['WalletConnectConnector not found', new pairing.NoWalletConnectError()],
  'S8.48': ["Adapter for namespace x doesn't exist", new connection.AdapterNotFoundError({ namespace: 'x' })],
  'S8.52': ['No RPC url for chain eip155:1', new network.RpcUrlMissingError(ethereum)],
  'S8.53': ['Multi-namespace requests not supported', new pairing.MultiNamespaceRequestError()],
  'S8.54': ['Only eip155 supported for authenticated sessions', new pairing.AuthChainsNotSupportedError()],
}

/** Items without a text of their own, and the tests that cover them. */
const withoutWords: { readonly [item: string]: string } = {
  'S8.30': 'thrown by the vault’s page, not by this package',
  'S8.35': 'how errors of the frame are reported',
  'S8.36': 'invalid events, which are only logged',
  'S8.37': 'failed lookups, which return an empty result',
  'S8.49': 'SESSION_NOT_FOUND and PAIRING_EXPIRED, with our own text',
  'S8.50': 'NOT_APPROVED, with our own text',
  'S8.51': 'NOT_APPROVED, with our own text',
  'S8.55': 'errors by HTTP status',
  'S8.56': 'fallback data',
  'S8.57': 'errors by RPC code',
  'S8.58': 'tracked events',
  'S8.59': 'all other texts',
}

test.each(Object.entries(catalogue))('%s has the text of the catalogue', (_, [words, ...by]) => {
  const said = by.map((fault) => (typeof fault === 'string' ? alertOf(fault) : fault.shortMessage))
  expect(said).toEqual(by.map(() => words))
})

test('no item of the catalogue is missing', () => {
  const items = Array.from({ length: 59 }, (_, index) => `S8.${index + 1}`)
  const known = new Set([...Object.keys(catalogue), ...Object.keys(withoutWords)])
  expect(items.filter((id) => !known.has(id))).toEqual([])
})

test('NotApprovedError names what was not approved', () => {
  expect(new pairing.NotApprovedError({ what: 'eip155:10' }).shortMessage).toContain('not approved eip155:10')
})
