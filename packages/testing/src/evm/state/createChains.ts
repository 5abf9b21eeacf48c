import type { WalletChain } from './walletChain.js'

export type Chains = {
  readonly list: () => readonly WalletChain[]
  readonly selected: () => WalletChain
  readonly find: (id: number) => WalletChain | undefined
  readonly select: (id: number) => void
  readonly add: (chain: WalletChain) => void
  /** Only those that came by `add`, now or before a reload. */
  readonly added: () => readonly WalletChain[]
}

export type ChainsOptions = {
  readonly known: readonly WalletChain[]
  readonly added: readonly WalletChain[]
  /** The first of these that is known is selected, else the first chain. */
  readonly wanted: readonly (number | undefined)[]
}

export function createChains({ known, added, wanted }: ChainsOptions): Chains {
  const list = [...known, ...added.filter(({ id }) => known.every((chain) => chain.id !== id))]
  const find = (id: number | undefined): WalletChain | undefined => list.find((chain) => chain.id === id)
  const expect = (id: number | undefined): WalletChain => {
    const chain = find(id)
    if (!chain) throw new RangeError(`The wallet does not know the chain ${id}`)
    return chain
  }
  let selected = expect(wanted.find((id) => find(id)) ?? list[0]?.id)
  return {
    list: () => [...list],
    selected: () => selected,
    find,
    select: (id) => {
      selected = expect(id)
    },
    add: (chain) => {
      if (!find(chain.id)) list.push(chain)
    },
    added: () => list.slice(known.length),
  }
}
