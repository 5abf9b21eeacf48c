import { getNetworkState, type ModalState, type Network, type Nft, type Portfolio } from '@latchkey/core'
import { type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useTexts } from '../../hooks/useShell.js'
import { Empty } from '../../primitives/ViewStates.js'
import { HoldingState, ShortList } from './HoldingList.js'
import { accountTexts } from './messages.js'

const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The NFTs of the account on its network. */
export function NftsTab(): ReactElement {
  return <HoldingState>{(portfolio) => <Nfts {...portfolio} />}</HoldingState>
}

function Nfts({ nfts }: Portfolio): ReactElement {
  const t = useTexts(accountTexts)
  const network = useModalState(selectNetwork)?.name ?? ''
  if (nfts.length === 0) return <Empty icon="wallet" title={t('nftsNone')} text={t('nftsNoneText', { network })} />
  return (
    <ShortList
      label={t('tab_nfts')}
      className="nfts"
      max={6}
      items={nfts.map((nft) => <NftCard key={`${nft.address}:${nft.tokenId}`} nft={nft} />)}
    />
  )
}

/** The picture is decorative: the name says it all. */
function NftCard({ nft: { name, collection, imageUrl } }: { readonly nft: Nft }): ReactElement {
  const [hasFailed, setFailed] = useState(false)
  return (
    <li className="nft">
      <span className="picture" aria-hidden="true">
        {imageUrl && !hasFailed ? (
          <img src={imageUrl} alt="" loading="lazy" draggable={false} onError={() => setFailed(true)} />
        ) : (
          (Array.from(name)[0] ?? '?')
        )}
      </span>
      <b title={name}>
        <bdi>{name}</bdi>
      </b>
      {collection && (
        <small className="muted" title={collection}>
          <bdi>{collection}</bdi>
        </small>
      )}
    </li>
  )
}
