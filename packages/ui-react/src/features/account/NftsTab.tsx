import { getNetworkState, type ModalState, type Network, type Nft, type Portfolio } from '@latchkey/core'
import { type ReactElement, useMemo, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useTexts } from '../../hooks/useShell.js'
import { LongList } from '../../primitives/LongList.js'
import { Empty } from '../../primitives/ViewStates.js'
import { HoldingState, ShortList } from './HoldingList.js'
import { accountTexts } from './messages.js'

/** The number of NFTs to show until the user shows all. */
const maxShort = 6

/** NFTs in a line of the whole list, as in the stylesheet. */
const columns = 3

const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The NFTs of the account on its network. */
export function NftsTab(): ReactElement {
  return <HoldingState>{(portfolio) => <Nfts {...portfolio} />}</HoldingState>
}

function Nfts({ nfts }: Portfolio): ReactElement {
  const t = useTexts(accountTexts)
  const network = useModalState(selectNetwork)?.name ?? ''
  if (nfts.length === 0) return <Empty icon="wallet" title={t('nftsNone')} text={t('nftsNoneText', { network })} />
  const label = t('tab_nfts')
  return (
    <ShortList
      label={label}
      className="nfts"
      items={nfts.slice(0, maxShort).map((nft) => (
        <li className="nft" key={toKey(nft)}>
          <NftCard nft={nft} />
        </li>
      ))}
      count={nfts.length}
      whole={<AllNfts label={label} nfts={nfts} />}
    />
  )
}

type CardsLine = { readonly kind: 'cards'; readonly id: string; readonly nfts: readonly Nft[] }

function AllNfts({ label, nfts }: { readonly label: string; readonly nfts: readonly Nft[] }): ReactElement {
  const lines = useMemo(() => toCardsLines(nfts), [nfts])
  return <LongList label={label} lines={lines} render={renderCards} />
}

function toCardsLines(nfts: readonly Nft[]): readonly CardsLine[] {
  return Array.from({ length: Math.ceil(nfts.length / columns) }, (_, index) => {
    const members = nfts.slice(index * columns, (index + 1) * columns)
    return { kind: 'cards', id: members.map(toKey).join(), nfts: members }
  })
}

function renderCards({ nfts }: CardsLine): ReactElement {
  return (
    <div className="nfts">
      {nfts.map((nft) => (
        <div className="nft" key={toKey(nft)}>
          <NftCard nft={nft} />
        </div>
      ))}
    </div>
  )
}

function toKey({ address, tokenId }: Nft): string {
  return `${address}:${tokenId}`
}

/** The picture is decorative: the name says it all. */
function NftCard({ nft: { name, collection, imageUrl } }: { readonly nft: Nft }): ReactElement {
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <span className="picture" aria-hidden="true">
        {imageUrl && !hasFailed ? (
          <img src={imageUrl} alt="" loading="lazy" draggable={false} onError={() => setFailed(true)} />
        ) : (
          (Array.from(name)[0] ?? '?')
        )}
      </span>
      <b dir="auto" title={name}>
        {name}
      </b>
      {collection && (
        <small className="muted" dir="auto" title={collection}>
          {collection}
        </small>
      )}
    </>
  )
}
