import { parseAddress, toSign } from '@latchkey/adapter-bitcoin/internal'
import { isRecord } from '@latchkey/core'
import { base64, hex } from '@scure/base'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Keys } from '../keys.js'
import { assertPlainText, maxMessageSize, readMessage } from '../message/readMessage.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { type BitcoinAccount, listBitcoinAccounts } from './accounts.js'
import { signAll } from './sign.js'

/**
 * bip122_signMessage: `{ address, message }`, the message in base64. Signs text by BIP-322 ("simple"), so that the signature is valid for no
 * transaction of any network.
 */
export function readBitcoinMessage(request: MethodRequest): Reading {
  const { params, chain, accounts } = request
  if (!isRecord(params)) throw new InvalidRequestError('bip122_signMessage takes { address, message }')
  const address = parseAddress(params['address'])?.address
  const account = listBitcoinAccounts(accounts.bip122, chain).find((own) => own.address === address)
  if (!account) throw new InvalidRequestError('address is not an account of this wallet on this network')
  const bytes = decode(params['message'])
  assertPlainText(bytes)
  return {
    params: { address: account.address, message: base64.encode(bytes) },
    summary: readMessage(bytes, { ...request, account: account.address }),
    sign: async (keys) => ({ signature: base64.encode(signMessage(bytes, { account, keys, chain })) }),
  }
}

function decode(text: unknown): Uint8Array {
  try {
    if (typeof text === 'string' && text.length <= maxMessageSize * 2) return base64.decode(text)
  } catch {
    // reported below
  }
  throw new InvalidRequestError('message is not base64')
}

type SignOptions = { readonly account: BitcoinAccount; readonly keys: Keys; readonly chain: string }

/** The witness of the message's virtual transaction. [BIP-322] */
function signMessage(message: Uint8Array, { account, keys, chain }: SignOptions): Uint8Array {
  const transaction = toSign(message, account.script)
  const outputs = [{ script: account.script, value: 0n }]
  const [signature = new Uint8Array()] = signAll([{ index: 0, account, sighash: undefined }], {
    transaction,
    outputs,
    keys: keys.bip122,
    chain,
  })
  const items = account.purpose === 'ordinal' ? [signature] : [signature, hex.decode(account.publicKey)]
  // no item has more than 252 bytes
  return Uint8Array.of(items.length, ...items.flatMap((item) => [item.length, ...item]))
}
