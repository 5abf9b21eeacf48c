import { amount, caipAddress, may, need, type Parse, record } from './fields.js'
import type { BuiltTransaction } from './types.js'

const hex: Parse<`0x${string}`> = (value) =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value as `0x${string}`) : null

/** The transaction of a reply; `valueField` names what it pays. Throws `INVALID_REPLY`. */
export function toBuiltTransaction(reply: unknown, valueField: 'amount' | 'value'): BuiltTransaction {
  const tx = need(reply, 'tx', record)
  return {
    from: need(tx, 'from', caipAddress),
    to: need(tx, 'to', caipAddress),
    data: need(tx, 'data', hex),
    value: need(tx, valueField, amount),
    gas: may(tx['eip155'], 'gas', amount),
    gasPrice: may(tx['eip155'], 'gasPrice', amount),
  }
}
