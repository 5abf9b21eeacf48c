import { createRpcError } from '../errors/createRpcError.js'
import { firstParam } from './firstParam.js'

/** Only `eth_accounts` exists here as a permission; -32602 for any other. */
export function assertAccountsPermission(params: unknown): void {
  const names = Object.keys(firstParam(params))
  if (names.length === 0 || names.some((name) => name !== 'eth_accounts')) {
    throw createRpcError(-32_602, `Expected the permission eth_accounts, got ${names.join(', ') || 'none'}.`)
  }
}
