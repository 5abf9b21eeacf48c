import type { ModalState, SwapState } from '@latchkey/core'
import { getConnection } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import { loadUnavailable } from './loadSwapParts.js'
import { useSwapPart } from './useSwapPart.js'

const selectNobody = (state: ModalState): boolean => getConnection(state, 'eip155') === undefined

/** Stands in for a swap that has no tokens yet, or none at all. */
export function SwapStandIn({ swap }: { readonly swap: SwapState | undefined }): ReactElement {
  const t = useTexts(swapTexts)
  const isNobody = useModalState(selectNobody)
  const part = useSwapPart(loadUnavailable, isNobody || swap?.list === 'failed')
  if (part) return <part.SwapUnavailable swap={swap} />
  return (
    <div className="list">
      <span className="sr" role="status">
        {t('swapLoading')}
      </span>
      <span className="bone swap-bone" />
      <span className="bone swap-bone" />
    </div>
  )
}
