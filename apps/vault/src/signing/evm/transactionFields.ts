import { InvalidRequestError } from '../InvalidRequestError.js'
import { parseQuantity } from './parseQuantity.js'

/** Each field that a transaction may have; one that is not here could change what is signed. */
const known =
  /^(from|to|value|data|input|nonce|gas|gasLimit|gasPrice|maxFeePerGas|maxPriorityFeePerGas|chainId|type|accessList)$/
/** Of types 3 and 4: blobs and delegations. [EIP-4844] [EIP-7702] */
const never = /^(authorizationList|blobs|blobVersionedHashes|maxFeePerBlobGas|sidecars|kzg)$/

export type TransactionFields = { readonly [name: string]: unknown }

/** Own fields of a transaction that say something, `gasLimit` as `gas`. Throws InvalidRequestError for any other. */
export function readTransactionFields(given: TransactionFields): TransactionFields {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  for (const [name] of entries) {
    if (never.test(name))
      throw new InvalidRequestError(`Transactions with ${name} are not signed by this wallet`, { code: 4200 })
    if (!known.test(name))
      throw new InvalidRequestError(`A transaction has no field ${JSON.stringify(name.slice(0, 40))}`)
  }
  const { gasLimit, ...fields } = Object.fromEntries(entries)
  if (gasLimit === undefined) return fields
  if (fields['gas'] !== undefined && fields['gas'] !== gasLimit)
    throw new InvalidRequestError('gas and gasLimit differ')
  return { ...fields, gas: gasLimit }
}

/** Chain ids are numbers, however they are written: `0x01` is 1. */
export function parseTransactionChain(value: unknown): number | null {
  const number =
    typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : parseQuantity(value, 2n ** 64n - 1n)
  return number === null ? null : Number(number)
}
