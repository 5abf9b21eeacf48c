import { parseCaipNetworkId, type SiwxMessage, type SiwxMessageFields } from '@latchkey/core'
import { createMessage } from './message/createMessage.js'
import { isSignInNamespace } from './message/signInNamespace.js'

/** In the place of an address that is not known yet: who connects and signs in one step fills it in. */
export const unknownAddress = '<<AccountAddress>>'

/** Addresses that nobody has, to write a text around. */
const nobody = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
  bip122: `bc1q${'q'.repeat(38)}`,
} as const

/** Whether a message is asked for before it is known for whom; nobody can sign for the zero address either. */
export function isUnknownAddress(address: string): boolean {
  return address === '' || address === unknownAddress || address === nobody.eip155
}

/** The message of these fields; of an unknown account, with a mark in the place of its address. */
export function writeMessage(fields: SiwxMessageFields): SiwxMessage {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isUnknownAddress(fields.accountAddress) || !isSignInNamespace(namespace)) return createMessage(fields)
  const address = nobody[namespace]
  const text = createMessage({ ...fields, accountAddress: address }).toString()
  return { ...fields, toString: () => text.replace(`\n${address}\n`, () => `\n${fields.accountAddress}\n`) }
}
