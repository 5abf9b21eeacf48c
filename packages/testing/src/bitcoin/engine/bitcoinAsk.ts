import type { BitcoinNetworkName } from '../keys/bitcoinAddress.js'

/** What its user is asked. */
export type BitcoinAsk = {
  readonly kind: 'connect' | 'sign' | 'send' | 'switch'
  readonly method: BitcoinVerb
  readonly params: unknown
  readonly account: string
  readonly network: BitcoinNetworkName
  /** One line for the user, free of control characters. */
  readonly summary: string
}

/** What sites ask for, by one name in all shapes. */
export type BitcoinVerb =
  | 'connect'
  | 'accounts'
  | 'network'
  | 'disconnect'
  | 'signMessage'
  | 'signPsbt'
  | 'sendTransfer'
  | 'switchNetwork'
