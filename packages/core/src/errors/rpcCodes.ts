/** Codes of JSON-RPC 2.0, EIP-1474, EIP-1193, EIP-3085 and EIP-5792, and the fault each one stands for. [S8.57] */
const names = {
  [-32700]: 'PARSE_FAILED',
  [-32600]: 'INVALID_REQUEST',
  [-32601]: 'METHOD_NOT_FOUND',
  [-32602]: 'INVALID_PARAMS',
  [-32603]: 'INTERNAL_ERROR',
  [-32000]: 'INVALID_INPUT',
  [-32001]: 'RESOURCE_NOT_FOUND',
  [-32002]: 'REQUEST_PENDING',
  [-32003]: 'TRANSACTION_REJECTED',
  [-32004]: 'METHOD_NOT_SUPPORTED',
  [-32005]: 'LIMIT_EXCEEDED',
  [-32006]: 'VERSION_NOT_SUPPORTED',
  4001: 'USER_REJECTED',
  4100: 'UNAUTHORIZED',
  4200: 'UNSUPPORTED_METHOD',
  4900: 'PROVIDER_DISCONNECTED',
  4901: 'CHAIN_DISCONNECTED',
  4902: 'CHAIN_UNRECOGNIZED',
  5000: 'USER_REJECTED',
  5700: 'CAPABILITY_NOT_SUPPORTED',
  5710: 'CHAIN_ID_NOT_SUPPORTED',
  5720: 'DUPLICATE_ID',
  5730: 'UNKNOWN_BUNDLE',
  5740: 'BUNDLE_TOO_LARGE',
  5750: 'UPGRADE_REJECTED',
  5760: 'ATOMICITY_NOT_SUPPORTED',
} as const

export type RpcErrorName = (typeof names)[keyof typeof names]

/** The named fault of a code, or null where the standards define none. */
export function toRpcErrorName(code: number): RpcErrorName | null {
  return Object.hasOwn(names, code) ? names[code as keyof typeof names] : null
}
