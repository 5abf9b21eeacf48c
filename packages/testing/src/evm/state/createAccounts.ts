import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export type Accounts = {
  readonly list: () => readonly Address[]
  readonly selected: () => Address
  readonly select: (index: number) => void
  readonly add: (key: Hex) => void
  /** The signer of an address, in whatever case it is written. */
  readonly signer: (address: string) => PrivateKeyAccount | undefined
}

export function createAccounts(keys: readonly Hex[], remembered: Address | undefined): Accounts {
  const signers = keys.map((key) => privateKeyToAccount(key))
  const find = (address: string): PrivateKeyAccount | undefined =>
    signers.find((signer) => signer.address.toLowerCase() === address.toLowerCase())
  const at = (index: number): PrivateKeyAccount => {
    const signer = signers[index]
    if (!signer) throw new RangeError(`The wallet has ${signers.length} accounts, none at index ${index}`)
    return signer
  }
  let selected = (remembered && find(remembered)) ?? at(0)
  return {
    list: () => signers.map(({ address }) => address),
    selected: () => selected.address,
    select: (index) => {
      selected = at(index)
    },
    add: (key) => {
      const signer = privateKeyToAccount(key)
      if (!find(signer.address)) signers.push(signer)
    },
    signer: find,
  }
}
