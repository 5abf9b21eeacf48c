import type { ModalState, Network, Portfolio } from '@latchkey/core'
import { getNetworkState } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../../hooks/useModalState.js'
import { holdingTexts } from '../../../i18n/messages/holdings.js'
import { useTexts } from '../../../i18n/useTexts.js'
import { Empty } from '../../../primitives/Empty/Empty.js'
import { AddFunds } from './AddFunds.js'
import { HoldingState } from './HoldingState.js'
import { ShortList } from './ShortList.js'
import { TokenLine } from './TokenLine.js'

const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state).caipNetwork

/** The tokens of the account on its network. */
export function TokensTab(): ReactElement {
  return <HoldingState>{(portfolio) => <Tokens {...portfolio} />}</HoldingState>
}

function Tokens({ tokens }: Portfolio): ReactElement {
  const t = useTexts(holdingTexts)
  const network = useModalState(selectNetwork)?.name ?? ''
  if (tokens.length === 0)
    return (
      <>
        <Empty icon="wallet" title={t('tokensNone')} text={t('tokensNoneText', { network })} />
        <AddFunds />
      </>
    )
  return (
    <ShortList
      className="list still"
      most={5}
      items={tokens.map((token) => <TokenLine key={token.address ?? ''} token={token} />)}
    />
  )
}
