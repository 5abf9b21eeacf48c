import { type BitcoinWallet, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import type { BitcoinConfig } from '../config.js'
import { askInPage } from './askInPage.js'
import { getMode } from './createDevWallet.js'
import { devKeys, toBytes } from './devKeys.js'
import { readKeys } from './readKeys.js'

const name = 'Dev wallet'

/** The Dev wallet on Bitcoin; `localStorage['dev-wallet/bitcoin-keys']` replaces its accounts. */
export function createBitcoinDevWallet({ esploraUrl }: BitcoinConfig): BitcoinWallet {
  return createBitcoinWallet({
    name,
    shape: 'wallet-standard',
    privateKeys: readKeys('dev-wallet/bitcoin-keys', devKeys.bitcoin).map(toBytes),
    network: 'regtest',
    esploraUrl,
    storage: localStorage,
    ask: (request) => getMode() === 'approve' || askInPage(name, request),
  })
}
