import { isRecord } from '@latchkey/core'
import { toHex } from 'viem'
import type { PermissionTerms } from '../../protocol/summary.js'
import { parseAddress, parseTransactionChain } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { parseTerms } from './parseTerms.js'

/**
 * wallet_grantPermissions: what the site may have the smart account do without asking. Custody stores it and checks each request against
 * it. Nothing is signed. [ERC-7715]
 */
export function readGrant({ method, chain, reference, params, smart, now }: MethodRequest): Reading {
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { chainId, address = smart.address } = isRecord(given) ? given : {}
  if (chainId !== undefined && parseTransactionChain(chainId) !== Number(reference))
    throw new InvalidRequestError(`chainId is not ${reference}, the network in use`)
  if (parseAddress(address) !== smart.address)
    throw new InvalidRequestError('Permissions are those of the smart account')
  const terms = parseTerms(given, now)
  return {
    params: [toParams(terms, reference)],
    summary: { kind: 'permission', method, chain, account: smart.address, terms, warnings: findWarnings(terms) },
    sign: async () => ({ terms, account: smart.address }),
  }
}

function findWarnings({ contracts }: PermissionTerms): readonly ['unknownCall'] | readonly [] {
  return contracts.length > 0 ? ['unknownCall'] : []
}

type GrantParams = {
  readonly chainId: string
  readonly expiry: number
  readonly signer: object
  readonly permissions: readonly object[]
}

/** The canonical request for these terms: parsing it gives the same terms. */
export function toParams({ expiry, native, tokens, contracts }: PermissionTerms, reference: string): GrantParams {
  return {
    chainId: toHex(Number(reference)),
    expiry,
    signer: { type: 'wallet', data: {} },
    permissions: [
      ...(native === null ? [] : [{ type: 'native-token-transfer', data: { allowance: toHex(BigInt(native)) } }]),
      ...tokens.map(({ address, allowance }) => ({
        type: 'erc20-token-transfer',
        data: { address, allowance: toHex(BigInt(allowance)) },
      })),
      ...contracts.map(({ address, functions }) => ({
        type: 'contract-call',
        data: { address, functions: functions.map(({ name }) => ({ functionName: name })) },
      })),
    ],
  }
}

/** wallet_revokePermissions: `[{ permissionsContext }]`. [ERC-7715] */
export function readRevocation({ method, chain, params, smart }: MethodRequest): Reading {
  const [given] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { permissionsContext, context = permissionsContext } = isRecord(given) ? given : {}
  if (typeof context !== 'string' || !/^0x[\da-f]{32}$/i.test(context))
    throw new InvalidRequestError('permissionsContext is not a permission of this wallet')
  const id = context.toLowerCase()
  return {
    params: [{ permissionsContext: id }],
    summary: { kind: 'permission', method, chain, account: smart.address, terms: null, warnings: [] },
    sign: async () => ({ revoked: id }),
  }
}
