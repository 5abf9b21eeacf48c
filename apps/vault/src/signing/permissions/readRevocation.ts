import { isRecord } from '@latchkey/core'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'

/** wallet_revokePermissions: `[{ permissionsContext }]`. [ERC-7715] */
export function readRevocation({ method, chain, params, smart }: MethodRequest): Reading {
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { permissionsContext, context = permissionsContext } = isRecord(given) ? given : {}
  if (typeof context !== 'string' || !/^0x[\da-f]{32}$/i.test(context))
    throw new InvalidRequestError('permissionsContext is none of this wallet')
  const id = context.toLowerCase()
  return {
    params: [{ permissionsContext: id }],
    summary: { kind: 'permission', method, chain, account: smart.address, terms: null, warnings: [] },
    sign: async () => ({ revoked: id }),
  }
}
