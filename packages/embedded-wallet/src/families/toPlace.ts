import type { Account, AccountType, Namespace } from '@latchkey/core'
import { InvalidWalletReplyError, isAddress, isSameAddress } from '@latchkey/core/plugin'
import type { FrameUser } from '../protocol/values.js'
import { parseFrameChainId } from './chainIds.js'
import type { Place } from './createPlaces.js'

/**
 * What GET_USER says of a chain family, the account in use first. That is a smart account only where its address is the one that
 * the frame has for it [S4.14]. Throws `INVALID_WALLET_REPLY` for an account that is none of the chain family.
 */
export function toPlace(user: FrameUser, namespace: Namespace): Place {
  const { address, accounts = [], preferredAccountType = 'eoa', smartAccountDeployed } = user
  const caipNetworkId = parseFrameChainId(user.chainId, namespace)
  if (!caipNetworkId || !isAddress(namespace, address))
    throw new InvalidWalletReplyError({
      details: `GET_USER: ${address} on ${user.chainId} is nothing of ${namespace}.`,
    })
  const known = accounts.filter((account) => isAddress(namespace, account.address))
  const isActive = (account: { readonly address: string }): boolean =>
    isSameAddress(namespace, account.address, address)
  const type = known.find(isActive)?.type ?? (known.length === 0 ? preferredAccountType : 'eoa')
  const others = known.filter((account) => !isActive(account))
  const toAccount = (account: { readonly address: string; readonly type: AccountType }): Account => ({
    namespace,
    address: account.address,
    type: account.type,
  })
  const all = [{ address, type }, ...others].map(toAccount)
  const hasSmartAccount = all.some((account) => account.type === 'smartAccount')
  return {
    accounts: all as [Account, ...Account[]],
    caipNetworkId,
    ...(hasSmartAccount && smartAccountDeployed !== undefined && { isDeployed: smartAccountDeployed }),
  }
}
