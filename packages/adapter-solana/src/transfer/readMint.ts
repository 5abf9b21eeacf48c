import { isRecord } from '@latchkey/core'
import { base64 } from '@scure/base'
import { parseBase58 } from '../base58.js'
import type { ChainRequest } from '../chain/chainFeatures.js'
import { invalidParams } from '../features/invalidParams.js'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import { tokenPrograms } from '../transaction/programs.js'

/** An SPL token. */
export type Mint = {
  /** The program that it belongs to: that of 2020 or that of 2022. */
  readonly program: string
  readonly decimals: number
}

/** Of an account that lives, in bytes. */
export type AccountData = { readonly program: string; readonly data: Uint8Array }

/** Authority and its flag (36 bytes) and the supply (8) come before the decimals; another flag follows, and another authority. */
const layout = { decimals: 44, isInitialised: 45, length: 82 } as const

/** What a mint is. Throws `INVALID_PARAMS` where there is none at the address. */
export async function readMint(rpc: Rpc, request: ChainRequest, address: string): Promise<Mint> {
  const account = parseBase58(address, 32) ? (await readAccounts(rpc, request, [address]))[0] : undefined
  const isMint =
    account !== undefined &&
    tokenPrograms.includes(account.program) &&
    account.data.length >= layout.length &&
    // an account of the same program that holds tokens
    account.data.length !== 165 &&
    account.data[layout.isInitialised] === 1
  if (!isMint) throw invalidParams(`There is no token at ${address.slice(0, 100)}.`)
  return { program: account.program, decimals: account.data[layout.decimals] ?? 0 }
}

/** Accounts in the order of their addresses; undefined for one that is not there. */
export async function readAccounts(
  rpc: Rpc,
  { network, signal }: ChainRequest,
  addresses: readonly string[],
): Promise<readonly (AccountData | undefined)[]> {
  const method = 'getMultipleAccounts'
  const params = [addresses, { commitment: 'confirmed', encoding: 'base64' }]
  const value = readValue(await rpc({ network, method, params, signal }))
  if (!Array.isArray(value) || value.length !== addresses.length) throw toStrangeReply(method)
  return value.map((account: unknown) => {
    if (account === null) return undefined
    const [data] = isRecord(account) && Array.isArray(account['data']) ? account['data'] : []
    if (!isRecord(account) || typeof data !== 'string') throw toStrangeReply(method)
    return { program: String(account['owner']), data: base64.decode(data) }
  })
}
