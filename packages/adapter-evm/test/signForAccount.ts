import { type Address, type Hex, stringToBytes, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

export type AccountDomain = { readonly name: string; readonly address: Address; readonly chainId?: number | undefined }

export type PersonalSign = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: Address
  }
  readonly types: { readonly PersonalSign: readonly [{ readonly name: 'prefixed'; readonly type: 'bytes' }] }
  readonly primaryType: 'PersonalSign'
  readonly message: { readonly prefixed: Hex }
}

/** Returns the typed data that a smart account's owner signs for a message, bound to account and chain (ERC-7739). */
export function toPersonalSign({ name, address, chainId = 31_337 }: AccountDomain, message: string): PersonalSign {
  const { length } = stringToBytes(message)
  return {
    domain: { name, version: '1', chainId, verifyingContract: address },
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toHex(`\x19Ethereum Signed Message:\n${length}${message}`) },
  }
}

export function signForAccount(owner: PrivateKeyAccount, domain: AccountDomain, message: string): Promise<Hex> {
  return owner.signTypedData(toPersonalSign(domain, message))
}
