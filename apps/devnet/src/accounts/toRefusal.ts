import { BaseError, decodeErrorResult, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { AccountRpcError } from './AccountRpcError.js'

/** Why the entry point does not take an operation, with the code that bundlers give it. [ERC-7769] */
export function toRefusal(cause: unknown): AccountRpcError {
  const reason = readReason(cause)
  if (reason === null) {
    const text = cause instanceof BaseError ? cause.shortMessage : String(cause)
    return new AccountRpcError(-32500, `The operation cannot be simulated: ${text}`)
  }
  const code = reason.startsWith('AA24') ? -32507 : reason.startsWith('AA3') ? -32501 : -32500
  return new AccountRpcError(code, reason)
}

/** Of FailedOp and FailedOpWithRevert, as `AA24 signature error`. */
function readReason(cause: unknown): string | null {
  const data = readData(cause)
  if (data === null) return null
  try {
    const { args } = decodeErrorResult({ abi: entryPoint07Abi, data })
    return typeof args?.[1] === 'string' ? args[1] : null
  } catch {
    return null // of a contract that the entry point called
  }
}

function readData(cause: unknown): Hex | null {
  if (!(cause instanceof BaseError)) return null
  let data: Hex | null = null
  cause.walk((error) => {
    const found = (error as { readonly data?: unknown }).data
    if (typeof found === 'string' && found.startsWith('0x')) data = found as Hex
    return false
  })
  return data
}
