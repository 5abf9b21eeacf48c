import type { Connector } from '@latchkey/core'
import type { Observer } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { readCallsStatus } from './readCallsStatus.js'
import { readCapabilities } from './readCapabilities.js'
import { sendCalls } from './sendCalls.js'

/** Several calls with one consent (EIP-5792): apart from what every wallet is asked for. */
export type CallFeatures = {
  readonly [name in 'calls:send' | 'calls:status' | 'capabilities:read']: NonNullable<Connector['features'][name]>
}

export function createCallFeatures(link: WalletLink, wallet: Observer): CallFeatures {
  return {
    'calls:send': (request) => sendCalls(link, wallet, request),
    'calls:status': (request) => readCallsStatus(link, request),
    'capabilities:read': (request) => readCapabilities(link, request),
  }
}
